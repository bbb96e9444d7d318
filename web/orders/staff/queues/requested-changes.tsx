import { useRef } from 'react';
import { MASKED_FIELDS, type OperatorModification } from '#shared/orders/staff-modifications.ts';
import { editedTexts } from '#web/orders/order/edited-fields.ts';
import { OrderChanges } from '#web/orders/order/order-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { Eye } from '#web/ui/icons.ts';
import type { WholeChanges } from './whole-changes.ts';

interface RequestedChangesProps {
  /** As people see them, masked. */
  changes: OperatorModification['changes'];
  whole: WholeChanges;
}

/**
 * Fields that a request changes, before and after. The receiver's contact and address are masked until the person asks for them, which
 * the company sees.
 */
export function RequestedChanges({ changes, whole }: RequestedChangesProps) {
  const texts = editedTexts(whole.changes ?? changes);
  const hidden = whole.changes === null && texts.some(({ field }) => MASKED_FIELDS.includes(field));
  const list = useRef<HTMLElement>(null);

  const show = async () => {
    // The button is gone then, and its neighbour decides the request.
    if (await whole.show()) list.current?.focus();
  };
  return (
    <>
      <section ref={list} aria-label="Lo que cambia" tabIndex={-1}>
        <OrderChanges changes={texts} />
      </section>
      {hidden && (
        <p>
          <Button size="sm" icon={<Eye />} busy={whole.pending} onClick={() => void show()}>
            Mostrar los datos completos
          </Button>
        </p>
      )}
    </>
  );
}
