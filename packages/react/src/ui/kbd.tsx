import type { HTMLAttributes } from 'react'
import { classes } from './classes.ts'

export type KbdProps = HTMLAttributes<HTMLElement>

/** One key of a shortcut. */
export function Kbd({ className, ...rest }: KbdProps) {
  return <kbd {...rest} className={classes('kn-kbd', className)} />
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Whether Ctrl or Cmd is held with this letter, on keyboards of other scripts with the key that bears it. Alt is no part
 * of it, since AltGr writes signs.
 */
export function isCommandKey(
  { key, code, ctrlKey, metaKey, altKey, shiftKey }: Press,
  letter: string,
): boolean {
  if ((!ctrlKey && !metaKey) || altKey || shiftKey) return false
  const isLatin = /^[\x20-\x7e]$/.test(key)
  return isLatin ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`
}

/** Words with the key that is pressed; none where it is no letter of them, as a blank before the first. */
export function typedInto(
  words: string,
  { key, ctrlKey, metaKey, altKey }: Pick<Press, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
): string | undefined {
  if (key === 'Backspace') return [...words].slice(0, -1).join('')
  // AltGr is Ctrl and Alt at once on Windows, and Option alone makes letters on a Mac.
  const isCommand = metaKey || (ctrlKey ? !altKey : altKey && !/Mac|iPhone|iPad/.test(navigator.userAgent))
  const isLetter = [...key].length === 1 && (key !== ' ' || words !== '') && !isCommand
  return isLetter ? words + key : undefined
}

/** Whether a dialog takes the keys. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]') !== null
