// An adapter of OpenAI Chat Completions in Go: JSON-RPC 2.0 on stdin and stdout, one message a line. It calls functions, whole and
// streamed. What is yours to do: put your library in the place of `post`, and say what it says.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

type object = map[string]any

type request struct {
	ID     any    `json:"id"`
	Method string `json:"method"`
	Params struct {
		Client   string   `json:"client"`
		Request  any      `json:"request"`
		Settings settings `json:"settings"`
		Messages []object `json:"messages"`
		Options  object   `json:"options"`
	} `json:"params"`
}

type settings struct {
	BaseURL     string `json:"baseUrl"`
	Model       string `json:"model"`
	Credentials object `json:"credentials"`
	Timeout     int    `json:"timeout"`
}

// An error of the contract: its name and its members.
type contractError struct {
	name, message string
	members       object
}

func (e contractError) Error() string { return e.message }

var (
	out     = bufio.NewWriter(os.Stdout)
	writing sync.Mutex
	clients = map[string]settings{}
	running sync.Map
)

func write(message object) {
	writing.Lock()
	defer writing.Unlock()
	message["jsonrpc"] = "2.0"
	line, err := json.Marshal(message)
	if err != nil {
		line, _ = json.Marshal(object{"jsonrpc": "2.0", "id": message["id"], "error": object{"code": -32603, "message": err.Error()}})
	}
	out.Write(append(line, '\n'))
	out.Flush()
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var asked request
			if json.Unmarshal(line, &asked) == nil {
				handle(asked)
			}
		}
		if err != nil {
			return
		}
	}
}

func handle(asked request) {
	p := asked.Params
	switch asked.Method {
	case "initialize":
		write(object{"id": asked.ID, "result": object{"contractVersion": "__contractVersion__"}})
	case "createClient":
		clients[p.Client] = p.Settings
		write(object{"id": asked.ID, "result": nil})
	case "close":
		delete(clients, p.Client)
		write(object{"id": asked.ID, "result": nil})
	case "cancel":
		if stop, ok := running.Load(p.Request); ok {
			stop.(context.CancelFunc)()
		}
	default:
		// Apart, so that it can be cancelled while it waits for the provider.
		ctx, stop := context.WithCancel(context.Background())
		running.Store(asked.ID, stop)
		go func(s settings) {
			defer stop()
			defer running.Delete(asked.ID)
			result, err := call(ctx, s, asked)
			if err == nil {
				write(object{"id": asked.ID, "result": result})
				return
			}
			told, ok := err.(contractError)
			if ctx.Err() != nil {
				told = contractError{"AbortedError", "The caller aborted the call.", object{}}
			} else if !ok {
				told = contractError{"WireError", err.Error(), object{}}
			}
			data := object{"name": told.name}
			for name, member := range told.members {
				data[name] = member
			}
			write(object{"id": asked.ID, "error": object{"code": -32000, "message": told.message, "data": data}})
		}(clients[p.Client])
	}
}

func call(ctx context.Context, s settings, asked request) (any, error) {
	stream := asked.Method == "getStreamingResponse"
	body, err := bodyOf(s, asked.Params.Messages, asked.Params.Options, stream)
	if err != nil {
		return nil, err
	}
	response, err := post(ctx, s, body)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if !stream {
		var whole object
		if err := json.NewDecoder(response.Body).Decode(&whole); err != nil {
			return nil, contractError{"WireError", "The response is no JSON: " + err.Error(), object{}}
		}
		choice := first(whole["choices"])
		contents := contentsOf(member(choice, "message"))
		return object{
			"messages":     []object{{"role": "assistant", "contents": contents}},
			"responseId":   whole["id"],
			"modelId":      whole["model"],
			"finishReason": choice["finish_reason"],
			"usage":        usageOf(whole["usage"]),
			"warnings":     []object{},
		}, nil
	}
	return nil, readStream(response.Body, func(update object) {
		write(object{"method": "update", "params": object{"request": asked.ID, "update": update}})
	})
}

// The request: messages, functions and their choice.
func bodyOf(s settings, messages []object, options object, stream bool) (object, error) {
	said := []object{}
	if instructions, ok := options["instructions"].(string); ok {
		said = append(said, object{"role": "system", "content": instructions})
	}
	for _, message := range messages {
		own := object{"role": message["role"]}
		text := ""
		calls := []object{}
		for _, content := range list(message["contents"]) {
			switch content["type"] {
			case "text":
				text += content["text"].(string)
			case "function-call":
				arguments, _ := json.Marshal(content["arguments"])
				if given, ok := content["argumentsText"].(string); ok {
					arguments = []byte(given)
				}
				calls = append(calls, object{"id": content["callId"], "type": "function",
					"function": object{"name": content["name"], "arguments": string(arguments)}})
			case "function-result":
				result, isText := content["result"].(string)
				if failed, ok := content["error"].(string); ok {
					result = failed
				} else if !isText {
					encoded, _ := json.Marshal(content["result"])
					result = string(encoded)
				}
				said = append(said, object{"role": "tool", "tool_call_id": content["callId"], "content": result})
			default:
				return nil, contractError{"ProviderError", fmt.Sprintf("Nothing was sent: this adapter has no %v.", content["type"]),
					object{"code": "invalid_request_error", "retryable": false}}
			}
		}
		if text != "" {
			own["content"] = text
		}
		if len(calls) > 0 {
			own["tool_calls"] = calls
		}
		if len(own) > 1 {
			said = append(said, own)
		}
	}
	body := object{"model": s.Model, "messages": said}
	if model, ok := options["modelId"]; ok {
		body["model"] = model
	}
	tools := []object{}
	for _, tool := range list(options["tools"]) {
		if tool["type"] != "function" {
			return nil, contractError{"UnsupportedToolError", fmt.Sprintf("This adapter has no tool %q.", tool["type"]),
				object{"tool": tool["type"], "adapter": "__name__-__wire__", "supported": []string{"function"}}}
		}
		declared := object{}
		for _, name := range []string{"name", "description", "parameters", "strict"} {
			if value, ok := tool[name]; ok {
				declared[name] = value
			}
		}
		tools = append(tools, object{"type": "function", "function": declared})
	}
	if len(tools) > 0 {
		body["tools"] = tools
	}
	for name, wire := range map[string]string{"maxOutputTokens": "max_completion_tokens", "temperature": "temperature", "stopSequences": "stop"} {
		if value, ok := options[name]; ok {
			body[wire] = value
		}
	}
	if parallel, ok := options["allowMultipleToolCalls"]; ok && len(tools) > 0 {
		body["parallel_tool_calls"] = parallel
	}
	if mode, ok := options["toolMode"].(object); ok {
		body["tool_choice"] = mode["type"]
		if name, ok := mode["functionName"]; ok {
			body["tool_choice"] = object{"type": "function", "function": object{"name": name}}
		}
	}
	if stream {
		body["stream"] = true
		body["stream_options"] = object{"include_usage": true}
	}
	return body, nil
}

func post(ctx context.Context, s settings, body object) (*http.Response, error) {
	encoded, _ := json.Marshal(body)
	asked, err := http.NewRequestWithContext(ctx, "POST", strings.TrimRight(s.BaseURL, "/")+"/v1/chat/completions", bytes.NewReader(encoded))
	if err != nil {
		return nil, err
	}
	asked.Header.Set("content-type", "application/json")
	key, _ := s.Credentials["apiKey"].(string)
	if token, ok := s.Credentials["token"].(string); ok {
		key = token
	}
	asked.Header.Set("authorization", "Bearer "+key)
	client := http.Client{Timeout: time.Duration(s.Timeout) * time.Millisecond}
	response, err := client.Do(asked)
	if err != nil {
		return nil, contractError{"ProviderError", "The provider was not reached.", object{"retryable": true}}
	}
	if response.StatusCode < 400 {
		return response, nil
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var failed object
	json.Unmarshal(text, &failed)
	cause := member(failed, "error")
	members := object{"status": response.StatusCode, "retryable": response.StatusCode == 429 || response.StatusCode >= 500}
	if code, ok := cause["code"].(string); ok {
		members["code"] = code
	}
	if id := response.Header.Get("x-request-id"); id != "" {
		members["requestId"] = id
	}
	return nil, contractError{"ProviderError", fmt.Sprintf("OpenAI answered %d: %v", response.StatusCode, cause["message"]), members}
}

func contentsOf(message object) []object {
	contents := []object{}
	if text, ok := message["content"].(string); ok && text != "" {
		contents = append(contents, object{"type": "text", "text": text})
	}
	for _, call := range list(message["tool_calls"]) {
		function := member(call, "function")
		contents = append(contents, callOf(call["id"], function["name"], function["arguments"]))
	}
	return contents
}

func callOf(id, name, arguments any) object {
	text, _ := arguments.(string)
	call := object{"type": "function-call", "callId": id, "name": name}
	var parsed object
	if json.Unmarshal([]byte(text), &parsed) == nil && parsed != nil {
		call["arguments"] = parsed
	} else {
		call["argumentsText"] = text
	}
	return call
}

// Texts are told as they come, calls when the stream ends: until then their arguments may grow.
func readStream(body io.Reader, update func(object)) error {
	type growing struct{ id, name, arguments string }
	calls := []*growing{}
	last := object{"role": "assistant", "contents": []object{}}
	ended := false
	lines := bufio.NewReader(body)
	for {
		line, err := lines.ReadString('\n')
		data, isData := strings.CutPrefix(strings.TrimSpace(line), "data:")
		data = strings.TrimSpace(data)
		if isData && data == "[DONE]" {
			ended = true
		} else if isData {
			var chunk object
			if json.Unmarshal([]byte(data), &chunk) != nil {
				return contractError{"WireError", "An event of the stream is no JSON.", object{}}
			}
			last["responseId"], last["modelId"] = chunk["id"], chunk["model"]
			if usage := usageOf(chunk["usage"]); usage != nil {
				last["usage"] = usage
			}
			choice := first(chunk["choices"])
			delta := member(choice, "delta")
			if text, ok := delta["content"].(string); ok && text != "" {
				update(object{"role": "assistant", "contents": []object{{"type": "text", "text": text}}})
			}
			for _, piece := range list(delta["tool_calls"]) {
				index, _ := piece["index"].(float64)
				for len(calls) <= int(index) {
					calls = append(calls, &growing{})
				}
				call, function := calls[int(index)], member(piece, "function")
				if id, ok := piece["id"].(string); ok {
					call.id = id
				}
				if name, ok := function["name"].(string); ok {
					call.name += name
				}
				if arguments, ok := function["arguments"].(string); ok {
					call.arguments += arguments
				}
			}
			if reason, ok := choice["finish_reason"].(string); ok {
				last["finishReason"] = reason
			}
		}
		if err != nil {
			break
		}
	}
	if !ended {
		return contractError{"WireError", "The stream ended before its end.", object{}}
	}
	contents := []object{}
	for _, call := range calls {
		contents = append(contents, callOf(call.id, call.name, call.arguments))
	}
	last["contents"] = contents
	update(last)
	return nil
}

func usageOf(value any) object {
	usage, ok := value.(object)
	if !ok {
		return nil
	}
	counts := object{"inputTokens": usage["prompt_tokens"], "outputTokens": usage["completion_tokens"]}
	if cached, ok := member(usage, "prompt_tokens_details")["cached_tokens"]; ok {
		counts["cachedInputTokens"] = cached
	}
	if reasoning, ok := member(usage, "completion_tokens_details")["reasoning_tokens"]; ok {
		counts["reasoningTokens"] = reasoning
	}
	return counts
}

func member(value object, name string) object {
	inner, _ := value[name].(object)
	return inner
}

func list(value any) []object {
	items, _ := value.([]any)
	objects := []object{}
	for _, item := range items {
		if one, ok := item.(object); ok {
			objects = append(objects, one)
		}
	}
	return objects
}

func first(value any) object {
	if items := list(value); len(items) > 0 {
		return items[0]
	}
	return nil
}
