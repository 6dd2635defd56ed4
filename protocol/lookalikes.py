"""Names that look like other names: letters of other scripts, read as the Latin ones they are drawn like."""

import unicodedata
from typing import Final

_ALIKE: Final = {
    # Cyrillic
    **dict(zip("АВЕЅІЈКМНОРСТУХԚԜӀ", "ABESlJKMHOPCTYXQWl", strict=True)),
    **dict(zip("авеѕіјкмнорстухһԁԛԝӏьԍ", "abesijkmhopctyxhdqwlbg", strict=True)),
    # Greek
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHlKMNOPTYXCJ", strict=True)),
    **dict(zip("αγηικνορτυχωϲϳ", "aynikvoptuxwcj", strict=True)),
    # Armenian
    **dict(zip("օոսհցյ", "onuhgj", strict=True)),
    # Capitals drawn as small letters, and letters drawn a little otherwise
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢɑɡı", "abcdefghijklmnopqrstuvwyzagi", strict=True)),
    # Latin: one stroke is one stroke
    **dict(zip("I1|", "lll", strict=True)),
}

_CHEROKEE: Final = dict(zip("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ", "DRTiyAJEWMHYGZbRWVSLCPKdB", strict=True))

_SKELETON: Final = str.maketrans(
    _ALIKE
    | _CHEROKEE
    # The small letters of this script are drawn like its capitals, and stand in another place.
    | {letter.lower(): latin for letter, latin in _CHEROKEE.items()}
)


def skeleton(name: str) -> str:
    """A form that is equal for names which are drawn alike. It is for comparing, not for reading."""
    return unicodedata.normalize("NFKC", name).translate(_SKELETON).casefold()
