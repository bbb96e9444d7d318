import { type FormEvent, useEffect, useState } from 'react';
import { PAGE_SIZES } from '#shared/http/page.ts';
import { Button, IconButton } from './button.tsx';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from './icons.ts';
import styles from './pager.module.css';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

export interface PagerProps {
  page: number;
  /** Number of pages, at least 1. */
  pages: number;
  limit: number;
  /** What a page is made of, in the plural: 'órdenes'. */
  noun: string;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
}

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** Paging of every list (D1 §2 Generic paged table): size, jump, 'Página X de Y' and four buttons. */
export function Pager({ page, pages, limit, noun, onPage, onLimit }: PagerProps) {
  const last = Math.max(1, pages);
  return (
    <nav className={styles.pager} aria-label="Páginas">
      <label className={styles.set}>
        <Select
          small
          className={styles.size}
          aria-label={`Cantidad de ${noun} por página`}
          value={String(limit)}
          options={SIZES}
          onChange={(event) => onLimit(Number(event.target.value))}
        />
        <span className={styles.muted}>por página</span>
      </label>
      <span className={styles.grow} />
      <Jump page={page} last={last} onPage={onPage} />
      <span className={styles.where}>
        Página {page} de {last}
      </span>
      <span className={styles.turn}>
        <IconButton
          size="sm"
          variant="secondary"
          label="Primera página"
          icon={<ChevronsLeft />}
          disabled={page <= 1}
          onClick={() => onPage(1)}
        />
        <IconButton
          size="sm"
          variant="secondary"
          label="Página anterior"
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          size="sm"
          variant="secondary"
          label="Página siguiente"
          icon={<ChevronRight />}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        />
        <IconButton
          size="sm"
          variant="secondary"
          label="Última página"
          icon={<ChevronsRight />}
          disabled={page >= last}
          onClick={() => onPage(last)}
        />
      </span>
    </nav>
  );
}

/** The jump box clamps what was typed between the first and the last page (D1 §5). */
function Jump({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);

  function go(event: FormEvent) {
    event.preventDefault();
    const wanted = Number.parseInt(text, 10);
    const target = Math.min(last, Math.max(1, Number.isNaN(wanted) ? page : wanted));
    setText(String(target));
    if (target !== page) onPage(target);
  }

  return (
    <form className={styles.set} onSubmit={go} noValidate>
      <TextInput
        small
        className={styles.jump}
        inputMode="numeric"
        aria-label="Página"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="sm">
        Ir a la página
      </Button>
    </form>
  );
}
