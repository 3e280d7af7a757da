import { useState } from 'react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button, SidePanel } from '../index.ts'
import { renderInRoot } from '../testing.tsx'

const rows = Array.from({ length: 40 }, (_, nth) => nth + 1)

/** A long list whose rows each open what is to be said of them. */
function Rows() {
  const [row, setRow] = useState<number>()
  return (
    <>
      {rows.map(nth => (
        <p key={nth}>
          <Button onClick={() => setRow(nth)}>Row {nth}</Button>
        </p>
      ))}
      <SidePanel
        open={row !== undefined}
        onClose={() => setRow(undefined)}
        title={`About row ${row}`}
        closeLabel="Close"
      >
        <Button>In the panel</Button>
      </SidePanel>
    </>
  )
}

describe('28.5 a panel never hides what it speaks of, and the work beside it goes on', () => {
  test.each([
    [1440, 900],
    [768, 1024],
    [360, 640],
  ])('at %d × %d', async (width, height) => {
    await page.viewport(width, height)
    onTestFinished(() => page.viewport(1280, 900))
    const screen = await renderInRoot(<Rows />)
    const row = (nth: number) => screen.getByRole('button', { name: `Row ${nth}`, exact: true })
    const panel = screen.getByRole('dialog')
    const isClear = (element: Element) => {
      const [at, over] = [element.getBoundingClientRect(), panel.element().getBoundingClientRect()]
      const isInSight = at.top >= 0 && at.bottom <= innerHeight
      return isInSight && (at.right <= over.left || at.bottom <= over.top)
    }
    // The last row that is in sight, at the foot of the window.
    const nth = Math.max(...rows.filter(at => isAbove(row(at).element(), height)))
    await row(nth).click()
    await expect.element(panel).toHaveAccessibleName(`About row ${nth}`)
    await expect.poll(() => isClear(row(nth).element())).toBe(true)
    await row(nth - 1).click()
    await expect.element(panel).toHaveAccessibleName(`About row ${nth - 1}`)
    row(40).element().focus()
    await expect.poll(() => isClear(row(40).element())).toBe(true)
    await screen.getByRole('button', { name: 'In the panel' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(screen.container.querySelector<HTMLElement>('.kn-root')?.style.cssText ?? '').not.toContain(
      'panel',
    )
  })
})

const isAbove = (element: Element, foot: number): boolean => element.getBoundingClientRect().bottom <= foot
