import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { integer } from '#shared/format.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { ChevronDown, ChevronLeft, ChevronRight, Trash2 } from '#web/ui/icons.ts';
import styles from './grid.module.css';
import {
  type CellPosition,
  cellProblem,
  type GridColumn,
  type GridData,
  needsCorrection,
  neighbourCell,
  nextProblem,
} from './grid-data.ts';
import { gridCommand } from './grid-keyboard.ts';
import { GridRowView } from './grid-row.tsx';

/** Rows that are drawn at once. */
const PAGE = 50;

interface GridProps<C extends string> {
  /** What it holds, for those who listen. */
  label: string;
  columns: readonly GridColumn<C>[];
  data: GridData<C>;
  /** A cell was corrected, emptied, or confirmed as it is. */
  onEdit: (id: number, column: C, value: string) => void;
  /** A row is left out; absent where none can be. */
  onRemove?: ((id: number) => void) | undefined;
  /** Beside the buttons: how much is right. */
  status: ReactNode;
}

/**
 * A table whose cells are corrected in place (WAI-ARIA grid): arrows move, Enter or typing edits, Enter again keeps and
 * goes on to the next wrong cell, Tab keeps and moves, Esc gives up, F8 goes from one wrong cell to the next.
 */
export function Grid<C extends string>({ label, columns, data, onEdit, onRemove, status }: GridProps<C>) {
  const base = useId();
  const region = useRef<HTMLDivElement>(null);
  const [onlyWrong, setOnlyWrong] = useState(() => data.ids.some((id) => needsCorrection(data.row(id))));
  const [page, setPage] = useState(0);
  const [active, setActive] = useState<CellPosition | null>(null);
  /** What stands in the cell that is being typed in; null while none is. */
  const [typed, setTyped] = useState<string | null>(null);
  const focusWanted = useRef<'cell' | 'end' | null>(null);
  /** False once a key has ended the typing: what the cell's leaving says then doesn't count. */
  const typing = useRef(false);
  const begin = (text: string) => {
    typing.current = true;
    setTyped(text);
  };
  const end = () => {
    typing.current = false;
    setTyped(null);
  };

  const idsOf = (wrong: boolean) => (wrong ? data.ids.filter((id) => needsCorrection(data.row(id))) : data.ids);
  // Chosen when the box is ticked: a row that was just corrected stays in sight.
  const [chosen, setChosen] = useState(() => idsOf(onlyWrong));
  // A row that was left out goes at once.
  const shown = useMemo(() => {
    const present = new Set(data.ids);
    return chosen.filter((id) => present.has(id));
  }, [chosen, data.ids]);
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  const at = Math.min(page, pages - 1);
  const ids = shown.slice(at * PAGE, (at + 1) * PAGE);
  const here = active && ids.includes(active.id) ? active : ids[0] === undefined ? null : { id: ids[0], column: 0 };

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const element = region.current?.querySelector<HTMLElement>('[data-active]');
    element?.focus();
    // What was typed over the cell goes on; what stood there is ready to be typed over.
    if (element instanceof HTMLInputElement && focusWanted.current !== 'end') element.select();
    focusWanted.current = null;
  });

  // Without a step to the right nobody on a phone would see what is wrong.
  useEffect(() => {
    const wrong = region.current?.querySelector<HTMLElement>('td[aria-invalid]');
    if (wrong) region.current?.scrollTo({ left: wrong.offsetLeft - 112 });
  }, []);

  const goTo = (place: CellPosition) => {
    focusWanted.current = 'cell';
    end();
    setActive(place);
    setPage(Math.floor(shown.indexOf(place.id) / PAGE));
  };
  const toProblem = (step: 1 | -1, from = active) => {
    const next = nextProblem(data, shown, columns, from, step);
    if (next) goTo(next);
  };
  const commit = ({ id, column }: CellPosition, value: string) => {
    const name = columns[column]?.id;
    const row = data.row(id);
    if (name === undefined) return;
    // A row that is wrong as a whole is right once somebody has said so in one of its cells.
    const confirms = row.problems.some((problem) => problem.column === null);
    if (value.trim() !== row.cells[name] || confirms) onEdit(id, name, value);
  };

  /** Where to go on once the corrected cell has been checked: a place, or the next problem, even if this one remains. */
  const after = useRef<{ from: CellPosition; to: CellPosition | { step: 1 | -1; anyway: boolean } } | null>(null);
  useEffect(() => {
    const then = after.current;
    if (!then) return;
    after.current = null;
    const { from, to } = then;
    if ('id' in to) return goTo(to);
    const wrong = data.row(from.id).problems.some((problem) => problem.column === columns[from.column]?.id);
    goTo((wrong && !to.anyway ? null : nextProblem(data, shown, columns, from, to.step)) ?? from);
  });
  const commitAndMove = (from: CellPosition, to: CellPosition | { step: 1 | -1; anyway: boolean }) => {
    after.current = { from, to };
    if (typed !== null) commit(from, typed);
    end();
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!here || !target.closest('[role=gridcell]')) return;
    if (event.key === 'F8') {
      event.preventDefault();
      return typed === null
        ? toProblem(event.shiftKey ? -1 : 1, here)
        : commitAndMove(here, { step: event.shiftKey ? -1 : 1, anyway: true });
    }
    const move = gridCommand(event, typed !== null);
    if (!move) return;
    event.preventDefault();
    // Keys of the page (Ctrl+Enter sends a form) aren't meant while one is in here.
    event.stopPropagation();
    if (move.kind === 'edit') {
      focusWanted.current = move.text === undefined ? 'cell' : 'end';
      setActive(here);
      begin(move.text ?? data.row(here.id).cells[columns[here.column]?.id as C]);
    } else if (move.kind === 'cancel') {
      goTo(here);
    } else if (move.kind === 'clear') {
      commit(here, '');
    } else if (move.kind === 'commit') {
      commitAndMove(here, { step: 1, anyway: false });
    } else if (move.kind === 'move') {
      const next = neighbourCell(shown, columns.length, here, move);
      if (typed === null) goTo(next);
      else commitAndMove(here, next);
    }
  };

  const clicked = (place: CellPosition) => {
    const again = active?.id === place.id && active.column === place.column;
    if (again && typed !== null) return;
    const row = data.row(place.id);
    const name = columns[place.column]?.id as C;
    focusWanted.current = 'cell';
    setActive(place);
    if (again || cellProblem(row, name) !== null) begin(row.cells[name]);
    else end();
  };
  // The lines that nothing changes in keep the one they were drawn with.
  const latest = useRef(clicked);
  useLayoutEffect(() => {
    latest.current = clicked;
  });
  const click = useCallback((place: CellPosition) => latest.current(place), []);

  const problemsLeft = shown.some((id) => data.row(id).problems.length > 0);
  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <span role="status" className={styles.status}>
          {status}
        </span>
        <Checkbox
          label="Solo con problemas"
          checked={onlyWrong}
          onChange={(event) => {
            setOnlyWrong(event.target.checked);
            setChosen(idsOf(event.target.checked));
            setPage(0);
          }}
        />
        {onRemove && here ? (
          <Button size="sm" icon={<Trash2 />} onClick={() => onRemove(here.id)}>
            Quitar la fila {here.id}
          </Button>
        ) : null}
        <Button
          size="sm"
          icon={<ChevronDown />}
          kbd="F8"
          disabledReason={!problemsLeft && 'No quedan problemas'}
          onClick={() => toProblem(1)}
        >
          Siguiente problema
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the cells, which take the focus */}
      <div ref={region} className={styles.region} onKeyDown={onKeyDown}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern's own example is a table
          role="grid"
          aria-label={label}
          aria-rowcount={shown.length + 1}
          aria-colcount={columns.length + 1}
          className={styles.table}
        >
          <thead>
            <tr>
              <th scope="col">Fila</th>
              {columns.map((column) => (
                <th key={column.id} scope="col">
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ids.map((id, index) => (
              <GridRowView
                key={id}
                base={base}
                index={at * PAGE + index + 2}
                columns={columns}
                row={data.row(id)}
                active={here?.id === id ? here.column : null}
                typed={here?.id === id ? typed : null}
                onType={setTyped}
                onClick={click}
                onLeave={(value) => {
                  if (!typing.current || !here) return;
                  commit(here, value);
                  end();
                }}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? <p className={styles.none}>No hay filas con problemas.</p> : null}
      </div>
      {pages > 1 ? (
        <nav aria-label={`Páginas de ${label}`} className={styles.bar}>
          <span className={`${styles.status} tabular-nums muted`}>
            {integer(at * PAGE + 1)} a {integer(at * PAGE + ids.length)} de {integer(shown.length)}
          </span>
          <IconButton
            size="sm"
            variant="secondary"
            label="Filas anteriores"
            icon={<ChevronLeft />}
            disabledReason={at === 0 && 'Son las primeras filas'}
            onClick={() => setPage(at - 1)}
          />
          <IconButton
            size="sm"
            variant="secondary"
            label="Filas siguientes"
            icon={<ChevronRight />}
            disabledReason={at === pages - 1 && 'Son las últimas filas'}
            onClick={() => setPage(at + 1)}
          />
        </nav>
      ) : null}
    </div>
  );
}
