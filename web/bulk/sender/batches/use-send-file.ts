import { useEffect, useRef, useState } from 'react';
import { uploadBatch } from '#shared/bulk/batches.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { newIdempotencyKey } from '#web/kit/call/mutations.ts';
import { upload } from '#web/kit/call/upload.ts';
import { alerts } from '#web/kit/lib/alerts.ts';

/** An upload that the gateway accepted. */
export interface AcceptedUpload {
  id: number;
  name: string;
  /** An earlier upload of an identical file. */
  sameAs: { id: number; fecha: string } | null;
}

export interface SendFile {
  /** Resolves with the accepted upload, or null when it was refused, interrupted or cancelled. */
  send: (file: File, content: string | File) => Promise<AcceptedUpload | null>;
  cancel: () => void;
  /** Share of the file sent so far, 0 to 1; null when no upload is running. */
  share: number | null;
  /** Why the last upload failed. Remains visible after the alert closes. */
  failure: string | null;
}

/** Sends a bulk upload. A retry carries the same idempotency key so that the upload is accepted once (readings S17). */
export function useSendFile(): SendFile {
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = useRef<{ content: string | File; key: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File, content: string | File): Promise<AcceptedUpload | null> => {
    if (submit.current?.content !== content) submit.current = { content, key: newIdempotencyKey() };
    const control = new AbortController();
    running.current = control;
    setFailure(null);
    setShare(0);
    try {
      const { message, results } = await upload(uploadBatch, file, {
        idempotencyKey: submit.current.key,
        signal: control.signal,
        onSent: (sent, total) => setShare(total > 0 ? sent / total : 0),
      });
      const sameAs = results?.igual_a ?? null;
      if (sameAs) alerts.warning('Lote recibido', message);
      else alerts.success('Lote recibido', message);
      return { id: results?.id, name: results?.archivo ?? file.name, sameAs };
    } catch (error) {
      if (control.signal.aborted) return null;
      const { message } = asApiError(error);
      alerts.failure(error, 'No se pudo subir el archivo', message);
      setFailure(message);
      return null;
    } finally {
      setShare(null);
    }
  };
  return { send, cancel: () => running.current?.abort(), share, failure };
}
