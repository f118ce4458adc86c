from shopdesk.apps.orders.services import OrderService
from shopdesk.apps.returns.services import ReturnService

urlpatterns = {
    "/support/orders": OrderService,
    "/support/returns": ReturnService,
}


def dispatch(path, customer, message):
    service = urlpatterns[path](customer)
    return {"reply": service.reply(message)}
