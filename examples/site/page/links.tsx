import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react'
import { tenantId } from './content.ts'

const listen = (onChange: () => void) => {
  addEventListener('popstate', onChange)
  return () => removeEventListener('popstate', onChange)
}
const read = () => location.pathname.slice(tenantId.length + 1) + location.search

/** The address below the site: `/classes/TAG`. */
export const usePath = () => useSyncExternalStore(listen, read)

export function go(to: string): void {
  history.pushState(null, '', `/${tenantId}${to}`)
  dispatchEvent(new PopStateEvent('popstate'))
  scrollTo(0, 0)
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
}

export function Link({ to, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go(to)
  }
  return <a {...rest} href={`/${tenantId}${to}`} onClick={follow} />
}

/** Leads parts to the pages of an area: `leadTo('classes')` to `/classes/TAG`. */
export const leadTo = (area: string) => ({
  href: (id: string) => `/${tenantId}/${area}/${id}`,
  onOpen: (id: string) => go(`/${area}/${id}`),
})
