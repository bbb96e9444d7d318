import type { HttpClient } from './http-client.ts';

/** Calls like the client it stands before, and writes down what each answer came to: `200`, or status and message. */
export function listening(app: HttpClient): { api: HttpClient; heard: string[] } {
  const heard: string[] = [];
  const api: HttpClient = {
    fetch: app.fetch,
    async call(endpoint, input) {
      const answer = await app.call(endpoint, input);
      heard.push(answer.status === 200 ? '200' : `${answer.status} ${answer.body.message}`);
      return answer;
    },
  };
  return { api, heard };
}
