import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { go } from '../api/route';

/** A link inside of the studio; with a modifier key, or in a tab of its own, the browser opens it as any other. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (rest.target !== '_blank' && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      go(href);
    }
  };
  return <a href={href} onClick={follow} {...rest} />;
}
