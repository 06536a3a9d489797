from json_rpc import serve

from anthropic.client import Client

serve(Client)
