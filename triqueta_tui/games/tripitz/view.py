"""A table of Tripitz as one viewer sees it."""

from protocol.games.tripitz import Mine, Public
from triqueta_tui.table.view_model import TableView

View = TableView[Public, Mine]
