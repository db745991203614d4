import { literal, type LiteralStyle, type Sample, type SampleRequest } from './sample-request.ts';

const style: LiteralStyle = {
  indent: '\t',
  object: 'map[string]any{',
  array: '[]any{',
  words: { null: 'nil' },
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  variable: (name) => `os.Getenv("${name}")`,
  aligns: true,
};

/** A program for Go 1.19 or later with its standard library alone. */
export function goSample(request: SampleRequest): Sample {
  const { operation, body, query, streams } = request;
  const packages = [
    ...(streams ? ['bufio'] : []),
    ...(body === undefined ? [] : ['bytes']),
    ...(body === undefined && !streams ? [] : ['encoding/json']),
    ...(streams ? ['errors'] : []),
    'fmt',
    'io',
    'log',
    'net/http',
    ...(query.length > 0 ? ['net/url'] : []),
    'os',
    ...(streams ? ['strings'] : []),
  ];
  return {
    language: 'Go',
    file: `${operation}.go`,
    run: `go run ${operation}.go`,
    code: `package main

import (
${packages.map((name) => `\t"${name}"\n`).join('')})

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
${send(request)}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		text, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%d: %s", response.StatusCode, text)
	}
${streams ? printStream : '\t_, err = io.Copy(os.Stdout, response.Body)\n\treturn err\n'}}
${streams ? readStream : ''}`,
  };
}

function send({ method, path, query, body }: SampleRequest): string {
  const pairs = query.map(([name, value]) => `"${name}": {${literal(value, style, 0)}}`);
  const address = `os.Getenv("BASE_URL")+"${path}${pairs.length > 0 ? '?"+query.Encode()' : '"'}`;
  const queryLine = pairs.length > 0 ? `\tquery := url.Values{${pairs.join(', ')}}\n` : '';
  const bodyLines =
    body === undefined ? '' : `\tbody, err := json.Marshal(${literal(body, style, 1)})\n${check}`;
  const reader = body === undefined ? 'nil' : 'bytes.NewReader(body)';
  const json = body === undefined ? '' : '\trequest.Header.Set("Content-Type", "application/json")\n';
  return `${queryLine}${bodyLines}	request, err := http.NewRequest("${method}", ${address}, ${reader})
${check}	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
${json}`;
}

const check = '\tif err != nil {\n\t\treturn err\n\t}\n';

const printStream = `	conversationID := ""
	err = readEvents(response.Body, func(event map[string]any) error {
		switch event["type"] {
		case "text":
			fmt.Print(event["content"])
		case "tool_use":
			fmt.Printf("[%s]\\n", event["tool"])
		case "error":
			return fmt.Errorf("%s", event["error"])
		case "end":
			conversationID, _ = event["conversation_id"].(string)
		}
		return nil
	})
	if err == nil && conversationID == "" {
		err = errors.New("the stream stopped early: the reply is incomplete")
	}
	fmt.Println("\\n" + conversationID)
	return err
`;

const readStream = `
// readEvents calls handle with each event: its data lines, up to an empty line.
func readEvents(body io.Reader, handle func(map[string]any) error) error {
	scanner := bufio.NewScanner(body)
	scanner.Buffer(nil, 16<<20) // A line may be longer than the 64 KiB that Scanner permits.
	scanner.Split(splitLines())
	data := []string{}
	for first := true; scanner.Scan(); first = false {
		line := scanner.Text()
		if first {
			line = strings.TrimPrefix(line, "\\ufeff")
		}
		if strings.HasPrefix(line, "data:") {
			data = append(data, line[len("data:"):])
		} else if line == "" && len(data) > 0 {
			var event map[string]any
			if err := json.Unmarshal([]byte(strings.Join(data, "\\n")), &event); err != nil {
				return err
			}
			if err := handle(event); err != nil {
				return err
			}
			data = data[:0]
		}
	}
	return scanner.Err()
}

// splitLines splits at LF, CRLF and CR. The LF of a CRLF may arrive later than its CR.
func splitLines() bufio.SplitFunc {
	afterCR := false
	return func(data []byte, atEOF bool) (int, []byte, error) {
		start := 0
		if afterCR && len(data) > 0 && data[0] == '\\n' {
			start = 1
		}
		end := bytes.IndexAny(data[start:], "\\r\\n")
		if end < 0 {
			return 0, nil, nil
		}
		afterCR = data[start+end] == '\\r'
		return start + end + 1, data[start : start+end], nil
	}
}
`;
