#!/bin/sh
cd "$(dirname "$0")" || exit 1
exec java -Xms64M -Xmx256M -Dfile.encoding=UTF-8 -cp .:../lib/airport-rules-1.0.0.jar:checkairports_0_1.jar airports.checkairports_0_1.CheckAirports "$@"
