/** Where this browser keeps whether keys without Ctrl or Cmd are shortcuts (WCAG 2.1.4): `off` or nothing. */
export const SINGLE_KEYS = 'kinora.singleKeys'

const textFields =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]'

/** Whether a key is nobody else's: not typed into a field, not held with Alt, not pressed in a dialog, and not taken yet. */
export function isFreeKey(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  const isTyped = target instanceof Element && target.closest(textFields) !== null
  const inDialog = document.querySelector('[role=dialog][data-open], [role=alertdialog][data-open]') !== null
  return !event.defaultPrevented && !event.altKey && !event.isComposing && !isTyped && !inDialog
}
