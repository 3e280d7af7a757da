import type { Page } from 'playwright-core'

/** What a page that Playwright has given up is asked by: the protocol itself. */
export interface CrashedPage {
  /** The value of an expression. */
  read<T>(expression: string): Promise<T>
}

interface Answer {
  id?: number
  result?: { result?: { value?: unknown } }
}

/** Kills the process that draws the page, as a crash does, and loads its tab again; Playwright itself knows it no more. */
export async function crashAndReload(page: Page): Promise<CrashedPage> {
  const protocol = await page.context().browser()!.newBrowserCDPSession()
  const { targetInfos } = await protocol.send('Target.getTargets')
  const { targetId } = targetInfos.find(({ type, url }) => type === 'page' && url === page.url())!
  const { sessionId } = await protocol.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (answer: Answer) => void>()
  protocol.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as Answer
    waiting.get(answer.id ?? 0)?.(answer)
  })
  let count = 0
  const ask = (method: string, params: object = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const id = ++count
      waiting.set(id, resolve)
      const message = JSON.stringify({ id, method, params })
      protocol.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  const crashed = page.waitForEvent('crash')
  // It is never answered.
  void ask('Page.crash').catch(() => undefined)
  await crashed
  await ask('Page.reload')
  return {
    async read<T>(expression: string) {
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true })
      return result?.result?.value as T
    },
  }
}
