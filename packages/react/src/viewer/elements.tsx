import type { GetToken } from '@kinora/core'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { ClassGrid, Collection } from './class-cards.tsx'
import type { KinoraElement } from './kinora-element.ts'
import { Player } from './player.tsx'
import { ViewerProvider } from './provider.tsx'
import { Schedule } from './schedule.tsx'
import styles from './viewer.css?inline'
import { createViewer, type SiteCalls, siteServer, type Viewer } from './viewer.ts'

interface Shown {
  /** An attribute; undefined where it isn’t there. */
  read(name: string): string | undefined
  /** The same as a number. */
  count(name: string): number | undefined
  /** Tells the page; false where it has something else in mind. */
  tell(event: string, detail?: unknown): boolean
  /** How names lead to the address in an attribute, in which `{id}` stands for what is led to. */
  leads: { href?: (id: string) => string; onOpen(id: string): void }
}

/** Attributes that every element takes, beside `lang` of itself or what is around it. */
const common = ['base-url', 'site-url', 'token-url', 'name', 'href'] as const

/** EMBED-04: defines an element that shows a part in a shadow root of its own, with its own styles. */
function define(tag: string, attributes: readonly string[], render: (shown: Shown) => ReactNode): void {
  // A server has none, and a page may have the script twice.
  if (typeof customElements === 'undefined' || customElements.get(tag) !== undefined) return
  customElements.define(
    tag,
    class extends HTMLElement implements KinoraElement {
      static observedAttributes = [...common, 'user-id', 'lang', ...attributes]
      #root: Root | undefined
      #opened: Opened | undefined
      #getToken: GetToken | undefined

      get getToken() {
        return this.#getToken
      }
      set getToken(getToken) {
        this.#getToken = getToken
        this.#forget()
        this.#show()
      }
      connectedCallback() {
        const { getToken } = this
        // It may have been given before this script was there.
        if (Object.hasOwn(this, 'getToken') && Reflect.deleteProperty(this, 'getToken'))
          this.#getToken = getToken
        // It was moved, not taken away: what plays goes on.
        if (this.#root !== undefined) return
        const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`:host { display: block } :host([hidden]) { display: none }\n${styles}`)
        shadow.adoptedStyleSheets = [sheet]
        const box = document.createElement('div')
        shadow.replaceChildren(box)
        this.#root = createRoot(box)
        this.#show()
      }
      disconnectedCallback() {
        queueMicrotask(() => {
          if (this.isConnected) return
          this.#root?.unmount()
          this.#root = undefined
          this.#forget()
        })
      }
      attributeChangedCallback(name: string, before: string | null, after: string | null) {
        if (before === after) return
        if ((common as readonly string[]).includes(name)) this.#forget()
        this.#show()
      }
      #forget() {
        this.#opened?.close()
        this.#opened = undefined
      }
      #show() {
        if (this.#root === undefined) return
        this.#opened ??= openViewer(this)
        const locale = this.closest<HTMLElement>('[lang]')?.lang || 'en'
        this.#root.render(
          <ViewerProvider viewer={this.#opened.viewer} locale={locale} userId={readOf(this, 'user-id')}>
            {render(shownOf(this))}
          </ViewerProvider>,
        )
      }
    },
  )
}

const readOf = (element: Element, name: string) => element.getAttribute(name) ?? undefined

/** A viewer as one element has it. */
interface Opened {
  viewer: Viewer
  /** The last one that has it ends it: who comes later asks anew, as after somebody has signed in. */
  close(): void
}

/** By `getToken`, or by this where an element has none of its own. */
const opened = new WeakMap<object, Map<string, { viewer: Viewer; count: number }>>()
const none = {}

/** Elements that name the same site share a viewer: one token, one reading of what both show. */
function openViewer(element: KinoraElement): Opened {
  const said = ['base-url', 'site-url', 'token-url', 'name'].map(each => readOf(element, each))
  const key = JSON.stringify(said)
  const of = element.getToken ?? none
  const viewers = opened.get(of) ?? new Map<string, { viewer: Viewer; count: number }>()
  opened.set(of, viewers)
  const shared = viewers.get(key) ?? { viewer: makeViewer(element.getToken, said), count: 0 }
  viewers.set(key, shared)
  shared.count += 1
  return {
    viewer: shared.viewer,
    close() {
      shared.count -= 1
      if (shared.count === 0) viewers.delete(key)
    },
  }
}

function makeViewer(given: GetToken | undefined, said: (string | undefined)[]): Viewer {
  const [baseUrl = '', site, tokenUrl, name] = said
  const calls: SiteCalls = site === undefined ? { getToken: () => readToken(tokenUrl) } : siteServer(site)
  const getToken = given ?? calls.getToken
  return createViewer({ ...calls, baseUrl, getToken, ...(name !== undefined && { name }) })
}

/** The token is the whole answer. */
async function readToken(url: string | undefined): Promise<string | undefined> {
  if (url === undefined) return undefined
  const answer = await fetch(url)
  if (answer.ok) return (await answer.text()).trim()
  if (answer.status === 401) return undefined
  throw new Error(`${url} answered ${answer.status}`)
}

function shownOf(element: Element): Shown {
  const read = (name: string) => readOf(element, name)
  const tell = (event: string, detail?: unknown) =>
    element.dispatchEvent(
      new CustomEvent(`kinora-${event}`, { detail, bubbles: true, composed: true, cancelable: true }),
    )
  const address = read('href')
  const href = address && ((id: string) => address.replaceAll('{id}', encodeURIComponent(id)))
  const onOpen = (id: string) => {
    if (tell('open', { id }) && href) location.assign(href(id))
  }
  const count = (name: string) => Number(read(name)) || undefined
  return { read, count, tell, leads: href ? { href, onOpen } : { onOpen } }
}

define('kinora-player', ['class-id', 'event-id'], ({ read, tell }) => (
  <Player
    tag={read('event-id') ?? read('class-id') ?? ''}
    isEvent={read('event-id') !== undefined}
    onStart={() => tell('start')}
    onEnd={() => tell('end')}
    onPlay={play => tell('play', play)}
    onRefuse={refusal => tell('refuse', refusal)}
  />
))

define('kinora-grid', ['query', 'take', 'hide-search'], ({ read, count, tell, leads }) => (
  <ClassGrid
    {...leads}
    query={read('query')}
    take={count('take')}
    hideSearch={read('hide-search') !== undefined}
    onSearch={query => tell('search', { query })}
  />
))

define('kinora-schedule', ['most', 'time-zone'], ({ read, count, leads }) => (
  <Schedule {...leads} most={count('most')} timeZone={read('time-zone')} />
))

define('kinora-collection', ['collection-id'], ({ read, leads }) => (
  <Collection {...leads} tag={read('collection-id') ?? ''} />
))
