import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Search } from '#web/kit/ui/display/icons.ts';
import { ProgressLine } from '#web/kit/ui/display/spinner.tsx';
import input from '#web/kit/ui/field/input.module.css';
import styles from './command-list.module.css';

/** A row of the list. */
export interface Command {
  key: string;
  label: string;
  /** Muted, after the label. */
  detail?: string | undefined;
  icon: ReactNode;
  /** Why the command is disabled. The row shows the reason and stays selectable. */
  disabledReason?: string | null;
  /** At the right, for example a state. */
  mark?: ReactNode;
}

export interface CommandGroup<C extends Command> {
  title: string;
  commands: readonly C[];
}

interface CommandListProps<C extends Command> {
  /** Accessible name of the field and the list. */
  label: string;
  placeholder: string;
  inputRef: RefObject<HTMLInputElement | null>;
  text: string;
  onTextChange: (text: string) => void;
  /** Groups without commands are hidden. */
  groups: readonly CommandGroup<C>[];
  onPick: (command: C) => void;
  /** Called on Enter, with the highlighted row if any, and whether the user moved to that row. */
  onEnter: (command: C | null, chosen: boolean) => void;
  /** True while the rows of a previous text are shown. */
  busy: boolean;
  /** Status below the field, announced by screen readers: the number of rows, or why there are none. */
  status: ReactNode;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A search field above groups of commands (WAI-ARIA combobox): arrows, Home and End move, Enter or a click picks. */
export function CommandList<C extends Command>(props: CommandListProps<C>) {
  const { label, placeholder, inputRef, text, onTextChange, onPick, onEnter, busy, status } = props;
  const id = useId();
  // Key of the row that the user moved to; new rows don't move the highlight.
  const [chosenKey, choose] = useState<string | null>(null);
  const groups = props.groups.filter(({ commands }) => commands.length > 0);
  const commands = groups.flatMap((group) => group.commands);
  const chosenAt = commands.findIndex(({ key }) => key === chosenKey);
  const at = Math.max(0, chosenAt);
  const highlighted = commands[at];
  const optionId = (command: C) => `${id}-${commands.indexOf(command)}`;
  const highlightedId = highlighted && optionId(highlighted);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same row may move to another position
  useEffect(() => {
    if (highlightedId) document.getElementById(highlightedId)?.scrollIntoView({ block: 'nearest' });
  }, [highlightedId, highlighted?.key]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter(highlighted ?? null, chosenAt >= 0);
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
          aria-activedescendant={highlightedId}
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
          onKeyDown={handleKeyDown}
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
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keyboard and announces the highlighted row
                  // biome-ignore lint/a11y/useFocusableInteractive: as above
                  <div
                    key={command.key}
                    id={optionId(command)}
                    role="option"
                    aria-selected={command === highlighted}
                    aria-disabled={command.disabledReason ? true : undefined}
                    className={classNames(styles.row, command === highlighted && styles.on)}
                    // `mousemove`, not `mouseenter`, which fires when the list moves under the mouse.
                    onMouseMove={() => command.key !== chosenKey && choose(command.key)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => onPick(command)}
                  >
                    {command.icon}
                    <span>
                      {command.label}{' '}
                      {command.disabledReason || command.detail ? (
                        <small>{command.disabledReason ?? command.detail}</small>
                      ) : null}
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
