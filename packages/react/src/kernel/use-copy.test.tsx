import { afterEach, describe, expect, test, vi } from 'vitest'
import { StoryKinora } from '../testing/stories.tsx'
import { holdTimers, renderInRoot } from '../ui/testing.tsx'
import { useCopy } from './copy-input.tsx'

afterEach(() => vi.restoreAllMocks())

function CopyAddress() {
  const copy = useCopy()
  return (
    <button type="button" onClick={() => void copy('https://gym.example/flow')}>
      Copy the address
    </button>
  )
}
const open = () =>
  renderInRoot(
    <StoryKinora answers={{}}>
      <CopyAddress />
    </StoryKinora>,
  )

describe('SESS-21, CONST-14 copying', () => {
  test('puts the words on the clipboard and says so for three seconds', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const timers = holdTimers(3000)
    const screen = await open()
    await screen.getByRole('button', { name: 'Copy the address' }).click()
    await expect.element(screen.getByText('Copied')).toBeVisible()
    expect(written).toHaveBeenCalledWith('https://gym.example/flow')
    expect(timers.started()).not.toEqual([])
    timers.letGo()
    await expect.element(screen.getByText('Copied')).not.toBeInTheDocument()
  })

  test('where the browser refuses, the words are shown instead', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    const screen = await open()
    await screen.getByRole('button', { name: 'Copy the address' }).click()
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/https:\/\/gym\.example\/flow/)
    await expect.element(screen.getByText('Copied')).not.toBeInTheDocument()
  })
})
