import { ApiKeys } from '@kinora/react'

/** † KEY-01, KEY-04, decision 0153 */
export function ApiKeysPage() {
  return <ApiKeys />
}
