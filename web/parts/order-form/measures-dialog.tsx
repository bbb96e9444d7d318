import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { MeasuresQuestion } from './use-save-order.ts';

/** Asks whether unusual measures are right before an order is saved. */
export default function MeasuresDialog({ question }: { question: MeasuresQuestion }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && question.answer(false)}
      title="¿Son correctas estas medidas?"
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
