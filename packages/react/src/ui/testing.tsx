import '../styles/index.css'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { Root, type RootProps } from './index.ts'

/** Renders inside a Root, as every host does; messages stay where no test holds their time. */
export async function renderInRoot(content: ReactNode, root: RootProps = {}) {
  const inRoot = (look: RootProps) => (
    <Root theme="light" messages={isHoldingTimers() ? 'pass' : 'stay'} {...root} {...look}>
      {content}
    </Root>
  )
  const screen = await render(inRoot({}))
  /** The same content, as it is by then, in another look. */
  return { ...screen, look: (look: RootProps) => screen.rerender(inRoot(look)) }
}

/** Sets the width of the page; after a test it is 1280 again. */
export async function showAtWidth(width: number): Promise<void> {
  if (innerWidth !== width || innerHeight !== 900) await page.viewport(width, 900)
}

/** The spans by which a modal keeps the focus inside: hidden on purpose, and a focus on them moves on at once. */
const focusTraps = '[data-focus-trap]'

/** What another look can break, beside what was looked at in light and wide already. */
export const axeRules = {
  dark: ['color-contrast'],
  narrow: ['target-size', 'scrollable-region-focusable'],
}

/** Rules of axe that can find something serious or critical; the others of its best practices are minor or moderate. */
const serious: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  rules: Object.fromEntries(
    ['accesskeys', 'aria-dialog-name', 'aria-text', 'aria-treeitem-name', 'label-title-only', 'tabindex'].map(
      id => [id, { enabled: true }],
    ),
  ),
}

/**
 * What is serious in what is shown now: in light; in dark, from right to left; and on a phone, where nothing may stick out either.
 * One line each, with the look.
 */
export async function findSeriousInLooks({ look }: Pick<InRoot, 'look'>): Promise<string[]> {
  const found: string[] = []
  const add = (name: string, more: string[]) => found.push(...more.map(one => `${name}: ${one}`))
  add('light', await findSerious(document.body))
  add('light', findTooWide())
  await look({ theme: 'dark', dir: 'rtl', lang: 'ar' })
  await laidOut()
  add('dark', await findSerious(document.body, axeRules.dark))
  add('dark', findTooWide())
  await look({})
  await showAtWidth(360)
  await laidOut()
  add('narrow', await findSerious(document.body, axeRules.narrow))
  add('narrow', findTooWide())
  await look({ dir: 'rtl', lang: 'ar' })
  await laidOut()
  add('narrow, right to left', findTooWide())
  return found
}

/** What follows the size of its place has followed: observers are told once in a frame. */
const laidOut = (): Promise<void> =>
  new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

type InRoot = Awaited<ReturnType<typeof renderInRoot>>

function findTooWide(): string[] {
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth ? [`${scrollWidth} px wide`] : []
}

/** What axe finds serious or critical in an element, one line each; `rules` narrows it. */
export async function findSerious(element: Element, rules?: string[]): Promise<string[]> {
  const { violations } = await axe.run(
    { include: element, exclude: focusTraps },
    {
      ...(rules ? { runOnly: rules } : serious),
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
    },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
    )
}

let holding = 0

/** Whether the running test holds timers: only there messages go by themselves. */
const isHoldingTimers = (): boolean => holding > 0

/**
 * Holds the page's timers of these milliseconds until they are let go. Call it before rendering: messages go by themselves only
 * where a test holds their time, since a busy machine looks too late.
 */
export function holdTimers(...milliseconds: readonly number[]) {
  holding += 1
  const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  const held = new Map<number, { wait: number; act: () => void }>()
  const started: number[] = []
  const hold = (act: () => void, wait = 0): number => {
    if (!milliseconds.includes(wait)) return set(act, wait)
    started.push(wait)
    held.set(-started.length, { wait, act })
    return -started.length
  }
  const spies = [
    vi.spyOn(window, 'setTimeout').mockImplementation(hold as typeof setTimeout),
    vi.spyOn(window, 'clearTimeout').mockImplementation(id => {
      if (!held.delete(Number(id))) clear(id)
    }),
  ]
  onTestFinished(() => {
    holding -= 1
    for (const spy of spies) spy.mockRestore()
  })
  return {
    /** The milliseconds of all that were held so far, in their order. */
    started: (): readonly number[] => [...started],
    /** The milliseconds of those that are held now. */
    held: (): readonly number[] => [...held.values()].map(({ wait }) => wait),
    letGo(): void {
      const acts = [...held.values()]
      held.clear()
      for (const { act } of acts) act()
    },
  }
}
