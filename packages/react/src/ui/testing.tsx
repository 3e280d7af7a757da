import '../styles/index.css'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { isHoldingTimers } from './hold-timers.ts'
import { Root, type RootProps } from './index.ts'

/** Renders inside a Root, as every host does; messages stay where no test holds their time. */
export function renderInRoot(content: ReactNode, root: RootProps = {}) {
  return render(
    <Root theme="light" messages={isHoldingTimers() ? 'pass' : 'stay'} {...root}>
      {content}
    </Root>,
  )
}

/** The spans by which a modal keeps the focus inside: hidden on purpose, and a focus on them moves on at once. */
const focusTraps = '[data-focus-trap]'

/** What another look can break, beside what was looked at in light and wide already. */
export const axeRules = {
  dark: ['color-contrast'],
  narrow: ['target-size', 'scrollable-region-focusable'],
}

/** What axe finds serious or critical in an element, one line each; `rules` narrows it. */
export async function findSerious(element: Element, rules?: string[]): Promise<string[]> {
  const { violations } = await axe.run(
    { include: element, exclude: focusTraps },
    {
      ...(rules && { runOnly: rules }),
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
