#!/bin/sh
cd `dirname $0`
ROOT_PATH=`pwd`
java -Dtalend.component.manager.m2.repository=$ROOT_PATH/../lib -Xms256M -Xmx1024M -cp .:$ROOT_PATH:$ROOT_PATH/../lib/routines.jar:$ROOT_PATH/../lib/job-audit-example-1.0.0.jar:$ROOT_PATH/checkairports_0_1.jar:$ROOT_PATH/deliverfile_0_1.jar: airports.checkairports_0_1.CheckAirports --context=Default "$@"
