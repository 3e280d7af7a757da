import * as Ariakit from '@ariakit/react'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { keepComposition, useComposition } from '../form/use-composition.ts'
import { Kbd } from '../kbd.tsx'
import { OptionText } from '../picker/option.tsx'
import { ProgressRing } from '../status/progress.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

export interface Command {
  id: string
  label: string
  /** A second, softer line. */
  help?: string
  icon?: ReactNode
  /** Keys that do the same, as they are shown: "Ctrl", "S". */
  keys?: readonly string[]
  onSelect: () => void
}

export interface CommandGroup {
  id: string
  heading: string
  commands: readonly Command[]
}

export interface CommandPaletteProps extends Pick<DialogProps, 'finalFocus'> {
  open: boolean
  onClose: () => void
  /** The name of the dialog. */
  title: string
  closeLabel: string
  /** The name and placeholder of the search box. */
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  /** What fits the search; groups without commands are left out. */
  groups: readonly CommandGroup[]
  loading?: boolean
  /** Read out as it changes: how many there are, or that nothing matches. */
  status: string
}

/** Finds a page, a record or an action by its words, all by keyboard: the arrows choose, Enter does it, Escape closes. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onClose, title, closeLabel, finalFocus } = props
  return (
    <Dialog
      open={open}
      onClose={onClose}
      finalFocus={finalFocus}
      title={title}
      closeLabel={closeLabel}
      size="wide"
      className="kn-palette"
    >
      <Choices {...props} />
    </Dialog>
  )
}

function Choices(props: CommandPaletteProps) {
  const { onClose, searchLabel, search, onSearch, groups, loading, status } = props
  const composition = useComposition(search, onSearch)
  const shown = groups.filter(({ commands }) => commands.length > 0)
  const choose = (command: Command) => {
    onClose()
    command.onSelect()
  }
  return (
    <Ariakit.ComboboxProvider
      open
      value={composition.value}
      setValue={composition.onChange}
      includesBaseElement={false}
      focusLoop
    >
      <div className="kn-popover-search" {...keepComposition}>
        {loading ? <ProgressRing /> : <Search size={16} aria-hidden="true" />}
        <Ariakit.Combobox
          autoFocus
          autoSelect="always"
          placeholder={searchLabel}
          aria-label={searchLabel}
          {...composition.events}
        />
      </div>
      <Ariakit.ComboboxList className="kn-palette-list" aria-label={searchLabel} alwaysVisible>
        {shown.map(({ id, heading, commands }) => (
          <Ariakit.ComboboxGroup key={id}>
            <Ariakit.ComboboxGroupLabel className="kn-popover-heading">{heading}</Ariakit.ComboboxGroupLabel>
            {commands.map(command => (
              <Ariakit.ComboboxItem
                key={command.id}
                className="kn-option"
                hideOnClick={false}
                setValueOnClick={false}
                focusOnHover
                onClick={() => choose(command)}
              >
                <OptionText option={{ value: command.id, ...command }} />
                {command.keys ? <Keys keys={command.keys} /> : null}
              </Ariakit.ComboboxItem>
            ))}
          </Ariakit.ComboboxGroup>
        ))}
      </Ariakit.ComboboxList>
      {shown.length === 0 && !loading ? (
        <p className="kn-popover-note" aria-hidden="true">
          {status}
        </p>
      ) : null}
      <VisuallyHidden role="status">{loading ? '' : status}</VisuallyHidden>
    </Ariakit.ComboboxProvider>
  )
}

/** The keys of a shortcut, pressed together. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="kn-keys" dir="ltr">
      {keys.map(key => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
