import { type ReactNode, useRef } from 'react'
import { canPickHandles, type PickedFile, pickFiles } from './picked-files.ts'

export interface FileChooserOptions {
  accept?: string
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: PickedFile[]) => void
}

/** The browser's file chooser: `choose` opens it from a click, `input` has to be rendered for browsers that know no handles. */
export function useFileChooser(options: FileChooserOptions): { choose(): void; input: ReactNode } {
  const { accept, multiple, disabled, onFiles } = options
  const element = useRef<HTMLInputElement>(null)
  const choosePlain = () => element.current?.click()
  const take = (files: PickedFile[]) => {
    if (files.length > 0) onFiles(files)
  }
  const input = (
    <input
      ref={element}
      type="file"
      hidden
      accept={accept}
      multiple={multiple}
      disabled={disabled}
      data-slot="file-input"
      onChange={event => {
        take([...(event.target.files ?? [])])
        event.target.value = ''
      }}
    />
  )
  const choose = () => {
    if (canPickHandles()) void pickFiles({ accept, multiple }).then(take, choosePlain)
    else choosePlain()
  }
  return { choose, input }
}
