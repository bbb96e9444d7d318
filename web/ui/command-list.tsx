import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './command-list.module.css';
import { Search } from './icons.ts';
import input from './input.module.css';
import { ProgressLine } from './spinner.tsx';

/** One row that can be picked. */
export interface Command {
  key: string;
  label: string;
  /** Muted, behind the label. */
  detail?: string | undefined;
  icon: ReactNode;
  /** At the right: a state. */
  mark?: ReactNode;
}

export interface CommandGroup<C extends Command> {
  title: string;
  commands: readonly C[];
}

interface CommandListProps<C extends Command> {
  /** Names the field and the list. */
  label: string;
  placeholder: string;
  inputRef: RefObject<HTMLInputElement | null>;
  text: string;
  onTextChange: (text: string) => void;
  /** Groups without commands are not drawn. */
  groups: readonly CommandGroup<C>[];
  onPick: (command: C) => void;
  /** Enter in the field: the marked row, if there is any, and whether the person has moved there. */
  onEnter: (command: C | null, chosen: boolean) => void;
  /** Rows of another text are shown until those of this one are there. */
  busy: boolean;
  /** Said under the field, and aloud: how many there are, or why there are none. */
  status: ReactNode;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A field over groups of commands (WAI-ARIA combobox): arrows, Home and End move, Enter or a press picks. */
export function CommandList<C extends Command>(props: CommandListProps<C>) {
  const { label, placeholder, inputRef, text, onTextChange, onPick, onEnter, busy, status } = props;
  const id = useId();
  // The row that the person moved to; rows that come later don't move the mark.
  const [chosenKey, choose] = useState<string | null>(null);
  const groups = props.groups.filter(({ commands }) => commands.length > 0);
  const commands = groups.flatMap((group) => group.commands);
  const chosenAt = commands.findIndex(({ key }) => key === chosenKey);
  const at = Math.max(0, chosenAt);
  const marked = commands[at];
  const optionId = (command: C) => `${id}-${commands.indexOf(command)}`;
  const markedId = marked && optionId(marked);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same row may come to stand elsewhere
  useEffect(() => {
    if (markedId) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' });
  }, [markedId, marked?.key]);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(marked ?? null, chosenAt >= 0);
    }
    const step = event.shiftKey ? undefined : STEPS[event.key];
    if (!step || commands.length === 0) return;
    event.preventDefault();
    choose(commands[step(at, commands.length)]?.key ?? null);
  };

  return (
    <>
      <div className={classNames(input.wrap, styles.field)}>
        <Search />
        <input
          ref={inputRef}
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={commands.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={markedId}
          className={input.input}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            choose(null);
            onTextChange(event.currentTarget.value);
          }}
          onKeyDown={press}
        />
      </div>
      <div className={styles.status}>
        {busy ? <ProgressLine /> : null}
        <p role="status">{status}</p>
      </div>
      <div className={styles.list}>
        {commands.length > 0 ? (
          <div role="listbox" id={id} aria-label={label} aria-busy={busy || undefined}>
            {groups.map(({ title, commands: rows }, index) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
              <div key={title} role="group" aria-labelledby={`${id}-group-${index}`}>
                <p id={`${id}-group-${index}`} role="presentation">
                  {title}
                </p>
                {rows.map((command) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is the field's, which says what is marked
                  // biome-ignore lint/a11y/useFocusableInteractive: as above
                  <div
                    key={command.key}
                    id={optionId(command)}
                    role="option"
                    aria-selected={command === marked}
                    className={classNames(styles.row, command === marked && styles.on)}
                    // Not when the list moves under the mouse.
                    onMouseMove={() => command.key !== chosenKey && choose(command.key)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => onPick(command)}
                  >
                    {command.icon}
                    <span>
                      {command.label} {command.detail ? <small>{command.detail}</small> : null}
                    </span>
                    {command.mark}
                  </div>
                ))}
              </div>
            ))}
          </div>
        ) : null}
      </div>
    </>
  );
}
