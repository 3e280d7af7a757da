import { isCommandKey, isDialogOpen } from '@kinora/react'

/** Where this browser keeps whether keys without Ctrl or Cmd are shortcuts (WCAG 2.1.4): `off` or nothing. */
export const SINGLE_KEYS = 'kinora.singleKeys'

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Press = Parameters<typeof isCommandKey>[0] &
  Pick<KeyboardEvent, 'defaultPrevented' | 'isComposing' | 'composedPath'>

/** What a key opens. With Ctrl, on a Mac with Cmd (Ctrl+K deletes to the end of a line there), it works wherever the focus is; a single key only where nobody types and no dialog is open. */
export function shortcutOf(press: Press, singleKeys: boolean): 'palette' | 'shortcuts' | undefined {
  if (press.defaultPrevented || press.isComposing) return undefined
  if (isCommandKey(press, 'k') && (isMac ? press.metaKey : press.ctrlKey)) return 'palette'
  const isSingle = press.key === '?' && !press.ctrlKey && !press.metaKey && !press.altKey
  if (!isSingle || !singleKeys || isTyped(press) || isDialogOpen()) return undefined
  return 'shortcuts'
}

const textFields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'

function isTyped(press: Press): boolean {
  const [target] = press.composedPath()
  return target instanceof Element && target.closest(textFields) !== null
}
