import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Checkbox } from './choice.tsx';
import { Ban } from './icons.ts';
import { keysBetween, pageTick, withKeys } from './selection.ts';
import styles from './table-selection.module.css';
import { Tooltip } from './tooltip.tsx';

export interface TableSelection<T> {
  /** Keys of the picked rows, of every page. */
  selected: ReadonlySet<string>;
  onChange: (next: Set<string>) => void;
  /** Why a row cannot be picked; null when it can. */
  why?: (row: T) => string | null;
  /** The row's name for its box: "AQ-20418". */
  name: (row: T) => string;
  /** The boxes are always there, no mode of the list: a row that can't be picked has none, and stands back no more than others. */
  standing?: boolean;
}

/** The selection of one table page: boxes, ranges and the reason in place of a box. */
export function useTableSelection<T>(
  rows: readonly T[],
  rowKey: (row: T) => string,
  selection: TableSelection<T> | undefined,
) {
  const last = useRef<string | null>(null);
  const shift = useRef(false);
  if (!selection) return null;
  const { selected, onChange, why = () => null, name, standing = false } = selection;
  const eligible = rows.filter((row) => why(row) === null).map(rowKey);
  const tick = pageTick(selected, eligible);

  const set = (key: string, on: boolean, reach: boolean) => {
    if (!eligible.includes(key)) return;
    const keys = reach ? keysBetween(eligible, last.current, key) : [key];
    last.current = key;
    onChange(withKeys(selected, keys, on));
  };
  const noteShift = (event: MouseEvent | KeyboardEvent) => {
    shift.current = event.shiftKey;
  };

  return {
    isPicked: (row: T) => selected.has(rowKey(row)),
    isOff: (row: T) => !standing && why(row) !== null,
    /** Picks or drops the row; with `reach`, everything from the last row touched. */
    toggle: (row: T, reach = false) => set(rowKey(row), reach || !selected.has(rowKey(row)), reach),
    pageBox: (
      <Checkbox
        aria-label="Elegir todas las filas de esta página"
        checked={tick === 'all'}
        indeterminate={tick === 'some'}
        disabled={eligible.length === 0}
        onChange={() => onChange(withKeys(selected, eligible, tick !== 'all'))}
      />
    ),
    box: (row: T) => {
      const reason = why(row);
      const key = rowKey(row);
      if (reason !== null && standing) return null;
      if (reason !== null) {
        return (
          <Tooltip text={reason} side="right">
            <button type="button" className={styles.why} aria-label={`${name(row)}: ${reason}`}>
              <Ban />
            </button>
          </Tooltip>
        );
      }
      return (
        <Checkbox
          aria-label={`Elegir ${name(row)}`}
          checked={selected.has(key)}
          onClick={noteShift}
          onKeyDown={noteShift}
          onChange={(event) => set(key, event.target.checked, shift.current)}
        />
      );
    },
  };
}

export type PageSelection<T> = NonNullable<ReturnType<typeof useTableSelection<T>>>;
