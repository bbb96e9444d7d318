import { Field } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Textarea } from '#web/ui/text-input.tsx';
import { changeDraft } from './event-list-store.ts';
import styles from './events.module.css';

interface PasteSourceProps {
  pasted: string;
  /** Why the text can't be read. */
  problem: string | null;
}

/** Takes a pasted list, which can be corrected in place. */
export function PasteSource({ pasted, problem }: PasteSourceProps) {
  return (
    <Panel title="Pegar">
      <Field
        label="Lista pegada"
        error={problem}
        hint="Una etiqueta por línea, o las columnas etiqueta; estado; fecha; motivo; evento; peso; largo; ancho; alto."
      >
        <Textarea
          rows={6}
          className={styles.pasted}
          spellCheck={false}
          autoCapitalize="none"
          value={pasted}
          onChange={({ target }) => changeDraft({ pasted: target.value })}
        />
      </Field>
    </Panel>
  );
}
