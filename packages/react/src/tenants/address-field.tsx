import { isUrl, toUrl, webSettings } from '@kinora/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DraftText } from '../kernel/draft-text.tsx'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { useTenantTexts } from './texts.ts'
import type { WebDraft } from './use-web-draft.ts'

/** TENANT-24, TENANT-30, C-86: the site's address and whether it can be opened; one that can't is a warning and blocks nothing. */
export function AddressField({ draft }: { draft: WebDraft }) {
  const { text } = useTenantTexts()
  const url = toUrl(useWatch({ control: draft.form.control, name: 'url' }) ?? '')
  const [answer, check, pending] = useAddressCheck(url)
  return (
    <div className="kn-checked-field">
      <DraftText
        draft={draft}
        name="url"
        label={text('field.url')}
        input={{ type: 'url', dir: 'ltr', autoComplete: 'off' }}
        required
      />
      <Button loading={pending} disabled={!isUrl(url)} onClick={check}>
        {text('ui.web.checkAddress')}
      </Button>
      <p role="status">{answer}</p>
    </div>
  )
}

/** What was found of an address, until another is typed. */
function useAddressCheck(url: string): [string, () => void, boolean] {
  const { text } = useTenantTexts()
  const write = useWrite(webSettings.checkAddress, { invalidates: [] })
  const [found, setFound] = useState<{ url: string; accessible: boolean }>()
  const check = async () => {
    const result = await write.send({ url })
    if (result.kind === 'done') setFound({ url, accessible: result.output.accessible })
  }
  const words = found?.url !== url ? '' : text(found.accessible ? 'ui.web.isAccessible' : 'site.notDeployed')
  return [words, () => void check(), write.pending]
}
