/** A server-sent event as our server writes it. Without data it is a comment, or sets the id to resume from. */
export interface SseEvent {
  /** Id of the last event that had one. */
  id: string;
  data: string;
}

/** Parses the events of a stream whose pieces may be cut anywhere. */
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
