/** Time as this browser has it. */
export const browserTimer = {
  now: () => Date.now(),
  setTimeout(callback: () => void, milliseconds: number): () => void {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
  isHidden: () => document.hidden,
}
