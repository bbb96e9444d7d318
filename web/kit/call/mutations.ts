import { useCallback, useRef, useState } from 'react';
import type { AnyEndpoint, CallInput, ReplyOf } from '#shared/kit/http/endpoint.ts';
import { call } from './api.ts';

export interface ApiMutation<E> {
  /**
   * Sends the call. While a call is pending, returns its promise, so that a double click sends once.
   *
   * @throws {ApiError} for an error response and when no answer came
   */
  send: (input?: CallInput<E>) => Promise<ReplyOf<E>>;
  pending: boolean;
}

/** An `Idempotency-Key` for one logical submit. */
export const newIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Provides a call that changes data. Calls that take an Idempotency-Key get one per logical submit: a retry with the
 * same body sends the same key, so that an order whose answer was lost isn't created twice (readings S17).
 */
export function useApiMutation<E extends AnyEndpoint>(endpoint: E): ApiMutation<E> {
  const [pending, setPending] = useState(false);
  const running = useRef<Promise<ReplyOf<E>> | null>(null);
  const submit = useRef({ content: '', key: '' });

  const send = useCallback(
    (input: CallInput<E> = {}): Promise<ReplyOf<E>> => {
      if (running.current) return running.current;
      if (endpoint.idempotent) {
        const content = JSON.stringify(input);
        if (submit.current.content !== content) submit.current = { content, key: newIdempotencyKey() };
      }
      setPending(true);
      running.current = call(endpoint, { ...input, ...(endpoint.idempotent && { idempotencyKey: submit.current.key }) })
        .then((reply) => {
          submit.current = { content: '', key: '' };
          return reply;
        })
        .finally(() => {
          running.current = null;
          setPending(false);
        });
      return running.current;
    },
    [endpoint],
  );
  return { send, pending };
}
