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

/** Whether a dialog takes the keys. */
export const isDialogOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]') !== null
