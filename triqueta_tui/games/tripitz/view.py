"""A table of Tripitz as one viewer sees it."""

from triqueta_protocol.games.tripitz import Mine, Public
from triqueta_tui.session.view import TableView

View = TableView[Public, Mine]
