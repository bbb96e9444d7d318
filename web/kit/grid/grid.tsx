import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#web/kit/ui/button.tsx';
import { Check, ChevronDown, Trash2 } from '#web/kit/ui/display/icons.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import styles from './grid.module.css';
import {
  type CellPosition,
  cellDoubt,
  cellProblem,
  type GridColumn,
  type GridData,
  isDoubtful,
  isToKeep,
  kindOf,
  needsCorrection,
  neighbourCell,
} from './grid-data.ts';
import { GridRowView } from './grid-row.tsx';
import { gridCommand, useF8 } from './keyboard.ts';
import { GridPages } from './pages.tsx';
import { firstKind, idsOf, MARKED_CELLS, NO_ROWS, nextStop, type RowFilter } from './row-filter.ts';

/** Rows per page. */
const PAGE = 50;

interface GridProps<C extends string> {
  /** Name of the grid for screen readers. */
  label: string;
  columns: readonly GridColumn<C>[];
  data: GridData<C>;
  /** Called when a cell was corrected, emptied, or confirmed as it is: a doubt about it is then settled. */
  onEdit: (id: number, column: C, value: string) => void;
  /** Removes a row; missing where rows can't be removed. */
  onRemove?: ((id: number) => void) | undefined;
  /** Next to the buttons: how many rows are valid. */
  status: ReactNode;
}

/**
 * Table whose cells can be corrected in place (WAI-ARIA grid). Arrows move; Enter or typing edits; Enter again saves
 * and goes to the next cell to correct or to review, as F8 does; Tab saves and moves; Esc cancels.
 */
export function Grid<C extends string>({ label, columns, data, onEdit, onRemove, status }: GridProps<C>) {
  const base = useId();
  const region = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<RowFilter>(() =>
    data.ids.some((id) => needsCorrection(data.row(id))) ? 'wrong' : 'all',
  );
  const [page, setPage] = useState(0);
  const [active, setActive] = useState<CellPosition | null>(null);
  /** Text of the edited cell; null while no cell is edited. */
  const [typed, setTyped] = useState<string | null>(null);
  const focusWanted = useRef<'cell' | 'end' | null>(null);
  /** Kind of cells that the person steps through: errors, or cells to review. */
  const kind = useRef(firstKind(data));
  /** False once a key has ended the editing: the following blur must not save again. */
  const isEditing = useRef(false);
  const startEditing = (text: string) => {
    isEditing.current = true;
    setTyped(text);
  };
  const stopEditing = () => {
    isEditing.current = false;
    setTyped(null);
  };

  // Computed only when a checkbox changes: a row that was just corrected stays visible.
  const [chosen, setChosen] = useState(() => idsOf(data, filter));
  const [hasDoubts] = useState(() => data.ids.some((id) => isDoubtful(data.row(id))));
  const choose = (wanted: RowFilter) => {
    const listed = idsOf(data, wanted);
    kind.current = wanted === 'all' ? firstKind(data) : wanted;
    setFilter(wanted);
    setChosen(listed);
    setPage(0);
    return listed;
  };
  // Removed rows disappear at once.
  const shown = useMemo(() => {
    const present = new Set(data.ids);
    return chosen.filter((id) => present.has(id));
  }, [chosen, data.ids]);
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  const currentPage = Math.min(page, pages - 1);
  const ids = shown.slice(currentPage * PAGE, (currentPage + 1) * PAGE);
  const current = active && ids.includes(active.id) ? active : ids[0] === undefined ? null : { id: ids[0], column: 0 };

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const element = region.current?.querySelector<HTMLElement>('[data-active]');
    element?.focus();
    // A cell that is partly in view doesn't scroll by its focus alone.
    element?.closest('td')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // After a typed character the caret stays at the end; otherwise the text is selected.
    if (element instanceof HTMLInputElement && focusWanted.current !== 'end') element.select();
    focusWanted.current = null;
  });

  // Scrolls to the first marked cell, which is out of view on a phone. The focused cell of a new list is in view.
  useEffect(() => {
    if (region.current?.contains(document.activeElement)) return;
    const marked = region.current?.querySelector<HTMLElement>(MARKED_CELLS[filter]);
    if (marked) region.current?.scrollTo({ left: marked.offsetLeft - 112 });
  }, [filter]);

  const goTo = (cell: CellPosition, listed: readonly number[] = shown) => {
    focusWanted.current = 'cell';
    stopEditing();
    setActive({ ...cell }); // A copy, because the focus comes back to the same cell too.
    setPage(Math.floor(listed.indexOf(cell.id) / PAGE));
  };
  const toProblem = (step: 1 | -1, from = active) => {
    const stop = nextStop(data, columns, { filter, shown, kind: kind.current }, from, step);
    kind.current = stop?.kind ?? kind.current;
    if (stop) goTo(stop.cell, stop.filter === filter ? shown : choose(stop.filter));
    else if (from) goTo(from);
  };
  /** @param isKept whether the value was kept on purpose, which settles a doubt: leaving the cell doesn't */
  const commit = ({ id, column }: CellPosition, value: string, isKept = true) => {
    const name = columns[column]?.id;
    const row = data.row(id);
    if (name === undefined) return;
    // Confirming any cell of a row that is invalid as a whole confirms the row.
    const confirms = row.problems.some((problem) => problem.column === null) || (isKept && cellDoubt(row, name));
    if (value.trim() !== row.cells[name] || confirms) onEdit(id, name, value);
  };

  /**
   * Next position after the corrected cell was validated: a cell, or the next problem. `anyway` moves on even if this
   * cell is still invalid.
   */
  const pendingMoveRef = useRef<{ from: CellPosition; to: CellPosition | { step: 1 | -1; anyway: boolean } } | null>(
    null,
  );
  useEffect(() => {
    const pendingMove = pendingMoveRef.current;
    if (!pendingMove) return;
    pendingMoveRef.current = null;
    const { from, to } = pendingMove;
    if ('id' in to) return goTo(to);
    const wrong = data.row(from.id).problems.some((problem) => problem.column === columns[from.column]?.id);
    if (wrong && !to.anyway) goTo(from);
    else toProblem(to.step, from);
  });
  const commitAndMove = (
    from: CellPosition,
    to: CellPosition | { step: 1 | -1; anyway: boolean },
    value: string | null = typed,
  ) => {
    pendingMoveRef.current = { from, to };
    if (value !== null) commit(from, value, !('id' in to));
    stopEditing();
  };

  useF8((step) => {
    if (typed === null || !current) toProblem(step);
    else commitAndMove(current, { step, anyway: true });
  });

  const onKeyDown = (event: React.KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (!current || !target.closest('[role=gridcell]')) return;
    const command = gridCommand(event, typed !== null);
    if (!command) return;
    event.preventDefault();
    // Shortcuts of the page (Ctrl+Enter submits a form) don't apply inside a cell.
    event.stopPropagation();
    if (command.kind === 'edit') {
      focusWanted.current = command.text === undefined ? 'cell' : 'end';
      setActive(current);
      startEditing(command.text ?? data.row(current.id).cells[columns[current.column]?.id as C]);
    } else if (command.kind === 'cancel') {
      goTo(current);
    } else if (command.kind === 'clear') {
      commit(current, '', false);
    } else if (command.kind === 'commit') {
      commitAndMove(current, { step: 1, anyway: false });
    } else if (command.kind === 'move') {
      const next = neighbourCell(shown, columns.length, current, command);
      if (typed === null) goTo(next);
      else commitAndMove(current, next);
    }
  };

  const handleClick = (cell: CellPosition) => {
    const again = active?.id === cell.id && active.column === cell.column;
    if (again && typed !== null) return;
    const row = data.row(cell.id);
    const name = columns[cell.column]?.id as C;
    focusWanted.current = 'cell';
    kind.current = kindOf(row, name) ?? kind.current;
    setActive(cell);
    if (again || cellProblem(row, name) !== null) startEditing(row.cells[name]);
    else stopEditing();
  };
  // A stable callback, so that unchanged rows don't re-render.
  const latestHandler = useRef(handleClick);
  useLayoutEffect(() => {
    latestHandler.current = handleClick;
  });
  const click = useCallback((cell: CellPosition) => latestHandler.current(cell), []);

  const doubtful = current ? columns[current.column]?.id : undefined;
  const problemsLeft = nextStop(data, columns, { filter, shown, kind: 'wrong' }, null, 1) !== null;
  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <span role="status" className={styles.status}>
          {status}
        </span>
        <Checkbox
          label="Solo con problemas"
          checked={filter === 'wrong'}
          onChange={(event) => choose(event.target.checked ? 'wrong' : 'all')}
        />
        {hasDoubts ? (
          <Checkbox
            label="Solo para revisar"
            checked={filter === 'doubtful'}
            onChange={(event) => choose(event.target.checked ? 'doubtful' : 'all')}
          />
        ) : null}
        {current && doubtful !== undefined && isToKeep(data.row(current.id), doubtful) ? (
          <Button
            size="sm"
            icon={<Check />}
            onClick={() => {
              commitAndMove(current, { step: 1, anyway: true }, data.row(current.id).cells[doubtful]);
            }}
          >
            Está bien así
          </Button>
        ) : null}
        {onRemove && current ? (
          <Button size="sm" icon={<Trash2 />} onClick={() => onRemove(current.id)}>
            Quitar la fila {current.id}
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the focused cells */}
      <div ref={region} className={styles.region} onKeyDown={onKeyDown}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the WAI-ARIA pattern uses a table
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
                index={currentPage * PAGE + index + 2}
                columns={columns}
                row={data.row(id)}
                active={current?.id === id ? current.column : null}
                typed={current?.id === id ? typed : null}
                onType={setTyped}
                onClick={click}
                onLeave={(value) => {
                  if (!isEditing.current || !current) return;
                  commit(current, value, false);
                  stopEditing();
                }}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? <p className={styles.none}>{NO_ROWS[filter]}</p> : null}
      </div>
      {pages > 1 ? (
        <GridPages label={label} pages={pages} size={PAGE} page={currentPage} rows={shown.length} onPage={setPage} />
      ) : null}
    </div>
  );
}
