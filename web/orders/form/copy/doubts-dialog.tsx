import { ConfirmDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import type { DoubtsQuestion } from '#web/orders/form/use-save-order.ts';

/** Asks whether doubtful data is right before an order is saved. */
export default function DoubtsDialog({ question }: { question: DoubtsQuestion }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && question.answer(false)}
      title="¿Son correctos estos datos?"
      confirmText="Guardar así"
      onConfirm={() => question.answer(true)}
    >
      <div className="stack">
        {question.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </ConfirmDialog>
  );
}
