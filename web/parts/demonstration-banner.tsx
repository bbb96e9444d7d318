import { messages } from '#shared/messages.ts';
import { useSettings } from '#web/lib/settings.ts';
import { Note } from '#web/ui/note.tsx';

/** A strip above every screen of a demonstration that others than its own machine reach. */
export function DemonstrationBanner() {
  const { public_demo: shown } = useSettings();
  if (!shown) return null;
  return (
    <aside aria-label="Demostración">
      <Note>{messages.demonstration}</Note>
    </aside>
  );
}
