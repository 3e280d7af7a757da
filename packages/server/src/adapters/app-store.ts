import { X509Certificate } from 'node:crypto'
import { compactVerify, decodeProtectedHeader } from 'jose'
import type { AppStorePort } from '../ports/services.ts'

/** Apple Root CA - G3, as https://www.apple.com/certificateauthority has it; good until 2039. */
const APPLE_ROOT =
  'MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEczMSYwJAYDVQQLDB1BcHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVMwHhcNMTQwNDMwMTgxOTA2WhcNMzkwNDMwMTgxOTA2WjBnMRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFwcGxlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUzB2MBAGByqGSM49AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJygRMc3RCV8cWjTnHcFBbZDuWmBSp3ZHtfTjjTuxxEtX/1H7YyYl3J6YRbTzBPEVoA/VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZXpmkOlEKMaNCMEAwHQYDVR0OBBYEFLuw3qFYM4iapIqZ3r6966/ayySrMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZLuN+yRhHFD/3meoyhpmvOwgPUnPWTxnS4at+qIxUCMG1mihDK1A3UT82NQz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM6BgD56KyKA=='

/** What the certificates are for, as DER has it: 1.2.840.113635.100.6.11.1 signs for the App Store, .6.2.1 signs such signers. */
const SIGNER = Buffer.from('060a2a864886f76364060b01', 'hex')
const INTERMEDIATE = Buffer.from('060a2a864886f76364060201', 'hex')

/** C-146, decision 0150: what the App Store signs, down to a root: Apple’s, or another in base64 DER. */
export function createAppStore(root: string = APPLE_ROOT): AppStorePort {
  const trusted = new X509Certificate(Buffer.from(root, 'base64'))
  return {
    async verify(text, now) {
      try {
        const { x5c = [] } = decodeProtectedHeader(text)
        const signer = toSigner(x5c, trusted, now)
        if (signer === undefined) return undefined
        const { payload } = await compactVerify(text, signer.publicKey, { algorithms: ['ES256'] })
        return JSON.parse(new TextDecoder().decode(payload)) as unknown
      } catch {
        return undefined
      }
    },
  }
}

/** The signer of a chain of three that leads to the root, where each is good now and for what it does. */
function toSigner(chain: readonly string[], root: X509Certificate, now: Date): X509Certificate | undefined {
  if (chain.length !== 3) return undefined
  const [signer, intermediate, last] = chain.map(der => new X509Certificate(Buffer.from(der, 'base64')))
  const isGood =
    last!.raw.equals(root.raw) &&
    signer!.checkIssued(intermediate!) &&
    signer!.verify(intermediate!.publicKey) &&
    intermediate!.ca &&
    intermediate!.checkIssued(root) &&
    intermediate!.verify(root.publicKey) &&
    signer!.raw.includes(SIGNER) &&
    intermediate!.raw.includes(INTERMEDIATE) &&
    [signer!, intermediate!, root].every(each => isValid(each, now))
  return isGood ? signer : undefined
}

const isValid = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate
