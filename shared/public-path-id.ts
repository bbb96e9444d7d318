import { field } from './fields.ts';
import { messages } from './messages.ts';

const LENGTH = { minLength: 1, maxLength: 100 } as const;

/**
 * Id of an order or a shipment in a path: a tracking id or a label in any spelling that `parseScannedId` reads, or a numeric id (readings
 * C9).
 */
export const publicPathId = field<string>({ type: 'string', ...LENGTH }, (raw) =>
  typeof raw === 'string' && raw.length >= LENGTH.minLength && raw.length <= LENGTH.maxLength
    ? { value: raw }
    : { problem: messages.notFound },
);
