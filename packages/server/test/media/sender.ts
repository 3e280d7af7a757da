import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface TestSender {
  /** What ffmpeg has said so far. */
  printed(): string
  /** The code that it ended with; null where it was killed. */
  ended: Promise<number | null>
  kill(): Promise<void>
}

/** A sender as people have them: ffmpeg, which sends a clip over and over at its own pace. */
export function startSender(
  clip: string,
  address: string,
  options: readonly string[] = ['-c', 'copy'],
): TestSender {
  const quiet = ['-hide_banner', '-nostdin', '-loglevel', 'info']
  const child: ChildProcess = spawn(
    'ffmpeg',
    [...quiet, '-re', '-stream_loop', '-1', '-i', clip, ...options, '-f', 'flv', address],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let printed = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    ended,
    printed: () => printed,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
