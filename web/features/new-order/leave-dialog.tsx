import { useRef } from 'react';
import type { LeaveQuestion } from '#web/lib/leave-guard.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface LeaveDialogProps {
  question: LeaveQuestion;
  /** Deletes the draft. */
  onDiscard: () => void;
}

/** Asks before an unfinished order is left: it may stay as a draft, so that leaving by mistake loses nothing. */
export function LeaveDialog({ question, onDiscard }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      title="Vas a perder los cambios de esta orden"
      initialFocus={stay}
      onOpenChange={(open) => {
        if (!open) question.stay();
      }}
      footer={
        <>
          <Button ref={stay} onClick={question.stay}>
            Volver
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onDiscard();
              question.leave();
            }}
          >
            Descartar
          </Button>
          <Button variant="primary" onClick={question.leave}>
            Dejar como borrador
          </Button>
        </>
      }
    >
      <p>Si la dejás como borrador, te espera 24 horas en este navegador.</p>
    </Dialog>
  );
}
