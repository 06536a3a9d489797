from json_rpc import serve

from .client import Client

serve(Client)
