#!/usr/bin/env python3
"""Wrote the models beside it, byte for byte, with gguf 0.19.0 and numpy 2.4.6:

    python3 make_model.py tiny.gguf
    python3 make_model.py many.gguf --more 2

A tiny llama of random weights with a bias: letters, an end soon, and where there are tools a call. Byte-level BPE without merges,
ChatML with Hermes tools. The server's grammar (tool_choice, JSON schema) does the rest.
"""
import argparse
import numpy as np
from gguf import GGUFWriter, TokenType, GGMLQuantizationType

TEMPLATE = r"""
{%- macro system_text() -%}
{%- if messages[0].role == 'system' %}{{- messages[0].content }}{%- endif %}
{%- endmacro -%}
{%- if tools %}
{{- '<|im_start|>system\n' }}{{- system_text() }}
{{- "\n# Tools\n\nYou may call one or more functions.\n<tools>" }}
{%- for tool in tools %}{{- "\n" }}{{- tool | tojson }}{%- endfor %}
{{- "\n</tools>\n\nFor each call return a json object within <tool_call></tool_call> tags:\n<tool_call>\n{\"name\": <function-name>, \"arguments\": <args-json-object>}\n</tool_call><|im_end|>\n" }}
{%- elif messages[0].role == 'system' %}
{{- '<|im_start|>system\n' + messages[0].content + '<|im_end|>\n' }}
{%- endif %}
{%- for message in messages %}
{%- if message.role == 'user' or (message.role == 'system' and not loop.first) %}
{{- '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}
{%- elif message.role == 'assistant' %}
{{- '<|im_start|>assistant\n' }}{%- if message.content %}{{- message.content }}{%- endif %}
{%- for call in message.tool_calls or [] %}
{{- '\n<tool_call>\n{"name": "' + call.function.name + '", "arguments": ' }}
{%- if call.function.arguments is string %}{{- call.function.arguments }}{%- else %}{{- call.function.arguments | tojson }}{%- endif %}
{{- '}\n</tool_call>' }}
{%- endfor %}{{- '<|im_end|>\n' }}
{%- elif message.role == 'tool' %}
{{- '<|im_start|>user\n<tool_response>\n' + message.content + '\n</tool_response><|im_end|>\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- endif %}
""".lstrip()

def byte_alphabet():
    """GPT-2's printable stand-ins for the 256 bytes, in byte order."""
    keep = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(b) if b in keep else chr(next(others)) for b in range(256)]

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('path')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--layers', type=int, default=1)
    parser.add_argument('--embd', type=int, default=64)
    parser.add_argument('--more', type=float, default=0, help='how much likelier than the end another call is, where one has ended (logits)')
    a = parser.parse_args()

    special = ['<|endoftext|>', '<|im_start|>', '<|im_end|>', '<tool_call>', '</tool_call>', '<tool_response>', '</tool_response>']
    tokens = byte_alphabet() + special
    kinds = [TokenType.NORMAL] * 256 + [TokenType.CONTROL] * 3 + [TokenType.USER_DEFINED] * 4
    n_vocab, n_embd, n_head, n_ff = len(tokens), a.embd, 4, a.embd * 2

    w = GGUFWriter(a.path, 'llama')
    for name, *values in (
        ('name', 'tiny-random-llama'), ('context_length', 32768), ('embedding_length', n_embd), ('block_count', a.layers),
        ('feed_forward_length', n_ff), ('head_count', n_head), ('head_count_kv', n_head), ('rope_dimension_count', n_embd // n_head),
        ('rope_freq_base', 1e9), ('layer_norm_rms_eps', 1e-5), ('vocab_size', n_vocab), ('file_type', 0), ('tokenizer_model', 'gpt2'),
        ('tokenizer_pre', 'gpt-2'), ('token_list', tokens), ('token_types', kinds), ('token_merges', ['\u0120 \u0120']),  # none is refused
        ('bos_token_id', 256), ('eos_token_id', 258), ('eot_token_id', 258), ('pad_token_id', 256), ('add_bos_token', False),
    ):
        getattr(w, f'add_{name}')(*values)
    w.add_chat_template(TEMPLATE)

    rng = np.random.default_rng(a.seed)
    random = lambda *shape, std=0.1: rng.normal(0, std, shape).astype(np.float32)
    put = lambda name, data: w.add_tensor(name, data, raw_dtype=GGMLQuantizationType.F32)
    ones = np.ones(n_embd, np.float32)
    # Five places of the residual stream are kept free of chance: 0 is 4 for every token, 1 says that the token is <tool_call>, 2 (which a
    # head of its own writes) that <tool_call> stands somewhere before, so that there are tools, 3 that it is </tool_call>, 4 a new line.
    CALL, END, OVER, LINE = 259, 260, 258, 10
    embd = random(n_vocab, n_embd, std=0.5)
    embd[:, :5] = 0
    embd[:, 0] = 4
    embd[CALL, 1] = embd[END, 3] = embd[LINE, 4] = 4
    put('token_embd.weight', embd)
    for i in range(a.layers):
        q, k, v, o = (random(n_embd, n_embd) for _ in range(4))
        head = n_embd // n_head
        q[:head] = k[:head] = v[:head] = 0
        q[head - 2, 0], k[head - 2, 1], v[0, 1] = 3, 3, 1  # the last pair of places hardly turns with RoPE's base
        o[:, :head] = 0
        o[:5] = 0
        o[2, 0] = 0.857 if i == 0 else 0
        down = random(n_embd, n_ff)
        down[:5] = 0
        put(f'blk.{i}.attn_norm.weight', ones)
        for which, tensor in (('q', q), ('k', k), ('v', v), ('output', o)):
            put(f'blk.{i}.attn_{which}.weight', tensor)
        put(f'blk.{i}.ffn_norm.weight', ones)
        put(f'blk.{i}.ffn_gate.weight', random(n_ff, n_embd))
        put(f'blk.{i}.ffn_up.weight', random(n_ff, n_embd))
        put(f'blk.{i}.ffn_down.weight', down)
    put('output_norm.weight', ones)
    # What is likely whatever comes before (letters, then the end), where there are tools (a call), behind <tool_call> and behind </tool_call>.
    always, tools, begun, ended, line = (np.zeros(n_vocab) for _ in range(5))
    always[:] = -20
    always[33:127] = 2
    always[97:123], always[OVER] = 10, 11
    for text, bias in {' ': 9, '.': 6, 'e': 3, '}': 4, '"': 7, ',': -4, '<': -10, '\n': -4}.items():
        always[ord(text)] = bias
    always[CALL], always[END] = -10, 6
    tools[CALL], line[CALL], tools[ord('"')], begun[LINE] = 17.5, 17.5, 7, 60
    ended[OVER], ended[CALL] = 25, 28.5 + a.more
    out = random(n_vocab, n_embd, std=0.18)
    for place, bias in enumerate((always, begun, tools, ended, line)):
        out[:, place] = bias / 5  # a place that says yes is about 5 after the norm
    put('output.weight', out)
    w.write_header_to_file(), w.write_kv_data_to_file(), w.write_tensors_to_file(), w.close()

if __name__ == '__main__':
    main()
