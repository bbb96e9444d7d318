import type { HttpClient } from '#test/callers/http-client.ts';

/** Wraps a client and records the result of each call: `200`, or status and message. */
export function createRecordingClient(app: HttpClient): { api: HttpClient; recorded: string[] } {
  const recorded: string[] = [];
  const api: HttpClient = {
    fetch: app.fetch,
    async call(endpoint, input) {
      const answer = await app.call(endpoint, input);
      recorded.push(answer.status === 200 ? '200' : `${answer.status} ${answer.body.message}`);
      return answer;
    },
  };
  return { api, recorded };
}
