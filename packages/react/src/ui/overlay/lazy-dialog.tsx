import * as Ariakit from '@ariakit/react'
import { X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isComposing } from '../form/use-composition.ts'
import { useFocusFallback } from '../frame/root.tsx'
import { IconButton } from '../icon-button.tsx'
import { useBesidePanel } from '../room.ts'
import type { ModalProps } from './dialog.tsx'

/** What a dialog and a side panel are while they are open; loaded with the first of them. */
export function OpenDialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  actions,
  initialFocus,
  finalFocus,
  size,
  side,
  isBeside = false,
  ...rest
}: ModalProps) {
  const body = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<HTMLElement | null>(null)
  // Read while it is drawn: once it is shown, the focus is in it.
  const [opener, setOpener] = useState<{ open: boolean; element: Element | null }>()
  if (opener?.open !== open) setOpener({ open, element: document.activeElement })
  useBesidePanel(isBeside ? panel : null, () => opener?.element)
  // Asked when the dialog is shown, since only then its body is there.
  const start = useMemo(
    () => ({
      get current() {
        const { nextElementSibling: foot, parentElement: dialog } = body.current ?? {}
        return initialFocus?.current ?? firstIn(body.current) ?? firstIn(foot) ?? dialog ?? null
      },
    }),
    [initialFocus],
  )
  return (
    <Ariakit.Dialog
      {...rest}
      ref={setPanel}
      open={open}
      onClose={onClose}
      hideOnEscape={event => !isComposing(event)}
      portal
      unmountOnHide
      modal={!isBeside}
      preventBodyScroll={!isBeside}
      hideOnInteractOutside={!isBeside}
      backdrop={isBeside ? false : <div className="kn-backdrop" />}
      initialFocus={start}
      finalFocus={finalFocus}
      getPersistentElements={() => document.querySelectorAll('.kn-toasts')}
      data-size={size}
      data-side={side}
    >
      <Head title={title} closeLabel={closeLabel} />
      <div ref={body} className="kn-dialog-body">
        {children}
      </div>
      {actions ? <div className="kn-dialog-foot">{actions}</div> : null}
    </Ariakit.Dialog>
  )
}

/** Mounted with the dialog, so that it can keep the focus in it where what had it goes. */
function Head({ title, closeLabel }: Pick<ModalProps, 'title' | 'closeLabel'>) {
  const head = useRef<HTMLDivElement>(null)
  const [dialog] = useState(() => ({
    get current() {
      return head.current?.parentElement ?? null
    },
  }))
  useFocusFallback(dialog)
  return (
    <div ref={head} className="kn-dialog-head">
      <Ariakit.DialogHeading className="kn-dialog-title">{title}</Ariakit.DialogHeading>
      <Ariakit.DialogDismiss
        render={<IconButton label={closeLabel} icon={<X size={16} aria-hidden="true" />} tooltip={false} />}
      />
    </div>
  )
}

const CONTROL = ':is(input, textarea, select, button, a[href], [contenteditable=true], [tabindex="0"])'

/** The first that Tab would reach. */
function firstIn(part: Element | null | undefined): HTMLElement | null {
  const all = part?.querySelectorAll<HTMLElement>(`${CONTROL}:not(:disabled, [tabindex="-1"])`) ?? []
  return [...all].find(element => element.checkVisibility() && !isPassed(element)) ?? null
}

/** Of a group of radios Tab reaches the chosen one. */
const isPassed = (element: HTMLElement): boolean =>
  element.matches('[type=radio]:not(:checked)') &&
  element.closest('[role=radiogroup]')?.querySelector(':checked') != null
