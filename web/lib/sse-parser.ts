/** A server-sent event as our server writes it. Without data it is a comment, or the id to come back with. */
export interface SseEvent {
  /** Id of the last event that had one. */
  id: string;
  data: string;
}

/** Reads events off the pieces that a stream arrives in; they may be cut anywhere. */
export function createSseParser(onEvent: (event: SseEvent) => void): (piece: string) => void {
  let rest = '';
  let id = '';
  let data = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('id: ')) id = line.slice(4);
      else if (line.startsWith('data: ')) data = line.slice(6);
      else if (line === '') {
        onEvent({ id, data });
        data = '';
      }
    }
  };
}
