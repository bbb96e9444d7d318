import { useEffect, useRef, useState } from 'react';
import { MASKED_FIELDS, type OperatorModification, showRequestedChanges } from '#shared/ops/modifications.ts';
import { useStaffCall } from '#web/console/staff-api.ts';
import { alerts } from '#web/lib/alerts.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { editedTexts } from '#web/parts/order-changes/edited-fields.ts';
import { OrderChanges } from '#web/parts/order-changes/order-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { Eye } from '#web/ui/icons.ts';

interface RequestedChangesProps {
  /** Path parameters of the request. */
  params: { clientId: string; id: string };
  changes: OperatorModification['changes'];
  /** Called when the person reads the whole values. */
  onShown: () => void;
}

/**
 * Fields that a request changes, before and after. The receiver's contact and address are masked until the person asks for them, which
 * the company sees.
 */
export function RequestedChanges({ params, changes, onShown }: RequestedChangesProps) {
  const { send, pending } = useStaffCall(showRequestedChanges);
  const [shown, setShown] = useState<OperatorModification['changes'] | null>(null);
  const texts = editedTexts(shown ?? changes);
  const hidden = shown === null && texts.some(({ field }) => MASKED_FIELDS.includes(field));

  // The button is gone then, and its neighbour decides the request.
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown) list.current?.focus();
  }, [shown]);

  const show = async () => {
    try {
      setShown((await send({ params })).results.changes);
      onShown();
    } catch (error) {
      alerts.danger(asApiError(error).firstMessage);
    }
  };
  return (
    <>
      <section ref={list} aria-label="Lo que cambia" tabIndex={-1}>
        <OrderChanges changes={texts} />
      </section>
      {hidden && (
        <p>
          <Button size="sm" icon={<Eye />} busy={pending} onClick={() => void show()}>
            Mostrar los datos completos
          </Button>
        </p>
      )}
    </>
  );
}
