import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks for a line at the terminal and doesn't show what is typed. Without a terminal it reads a line of the input. */
export function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // readline shows typed characters in its output, so the output discards them.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true });
  stderr.write(question);
  return new Promise((resolve) => {
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => process.exit(130));
    lines.once('close', () => {
      if (stdin.isTTY) stderr.write('\n');
      resolve(answer.trim());
    });
  });
}
