import { useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './clamped-text.module.css';

/** Text clamped to two lines (D1 §9), with 'Ver más' if it is longer. */
export function ClampedText({ text }: { text: string }) {
  const id = useId();
  const textRef = useRef<HTMLSpanElement>(null);
  const [isClamped, setIsClamped] = useState(false);
  const [expanded, setExpanded] = useState(false);

  useLayoutEffect(() => {
    const element = textRef.current;
    if (!element || expanded) return;
    const measure = () => setIsClamped(element.scrollHeight > element.clientHeight + 1);
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [expanded]);

  return (
    <>
      <span ref={textRef} id={id} className={expanded ? styles.whole : styles.clamped}>
        {text}
      </span>
      {(isClamped || expanded) && (
        <button
          type="button"
          className="link-button"
          aria-expanded={expanded}
          aria-controls={id}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Ver menos' : 'Ver más'}
        </button>
      )}
    </>
  );
}
