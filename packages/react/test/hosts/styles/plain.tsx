import './direction'
import '@kinora/react/styles.css'
import { showClasses } from './classes'

showClasses()
