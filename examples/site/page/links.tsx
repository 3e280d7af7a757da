import { type AnchorHTMLAttributes, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { tenantId, useSite } from './content.ts'

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

interface Card {
  tag: string
  name: string
  imageLink: string | null
  durationSecond: number
}

/** Classes as pictures with their names. */
export function Cards({ items, note }: { items: readonly Card[]; note?: ReactNode }) {
  const { at, word } = useSite()
  return (
    <ul className="cards">
      {items.map(({ tag, name, imageLink, durationSecond }) => (
        <li key={tag}>
          <Link to={`/classes/${tag}`} className="card">
            {imageLink ? <img src={at(imageLink)} alt="" loading="lazy" /> : <span className="no-image" />}
            <bdi>{name}</bdi>
            <small>
              {Math.ceil(durationSecond / 60)} {word('minutes')}
            </small>
          </Link>
        </li>
      ))}
      {note}
    </ul>
  )
}
